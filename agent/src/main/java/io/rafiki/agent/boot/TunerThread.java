package io.rafiki.agent.boot;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;

/** The body of the tuner's thread: {@code io.rafiki.agent.AgentMain.run(home, settings)} in the isolated loader. */
final class TunerThread implements Runnable {

    private final Installation installation;

    TunerThread(Installation installation) {
        this.installation = installation;
    }

    @Override
    public void run() {
        Class<?> tuner;
        try {
            tuner = load();
        } catch (Throwable failure) {
            logFailedStart(failure);
            RafikiAgent.absent();
            return;
        }
        try {
            tuner.getMethod("run", Path.class, Path.class).invoke(null, installation.home(), installation.settings());
        } catch (InvocationTargetException failure) {
            RafikiAgent.log("stopped: " + failure.getCause() + ". The node continues without the tuner.");
            failure.getCause().printStackTrace();
        } catch (Throwable failure) {
            logFailedStart(failure);
        }
    }

    private Class<?> load() throws Exception {
        ClassLoader platform = (ClassLoader)
                ClassLoader.class.getMethod("getPlatformClassLoader").invoke(null);
        // The loader is never closed; it lives as long as the node.
        ClassLoader loader = new IsolatedLoader(installation.jars(), platform, ClassLoader.getSystemClassLoader());
        return Class.forName("io.rafiki.agent.AgentMain", false, loader);
    }

    private static void logFailedStart(Throwable failure) {
        RafikiAgent.log("cannot start: " + failure + ". The node continues without the tuner.");
    }
}
