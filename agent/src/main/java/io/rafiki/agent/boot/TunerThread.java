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
        try {
            // The loader is never closed; it lives as long as the node.
            ClassLoader platform = (ClassLoader)
                    ClassLoader.class.getMethod("getPlatformClassLoader").invoke(null);
            ClassLoader loader = new IsolatedLoader(installation.jars(), platform, ClassLoader.getSystemClassLoader());
            Class.forName("io.rafiki.agent.AgentMain", true, loader)
                    .getMethod("run", Path.class, Path.class)
                    .invoke(null, installation.home(), installation.settings());
        } catch (InvocationTargetException failure) {
            RafikiAgent.log("stopped: " + failure.getCause() + ". The node continues without the tuner.");
        } catch (Throwable failure) {
            RafikiAgent.log("cannot start: " + failure + ". The node continues without the tuner.");
        }
    }
}
