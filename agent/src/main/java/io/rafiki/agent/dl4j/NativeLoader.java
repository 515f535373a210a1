package io.rafiki.agent.dl4j;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.deeplearning4j.config.DL4JClassLoading;
import org.nd4j.common.config.ND4JClassLoading;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.nativeblas.NativeOpsHolder;

/** Loads ND4J's native libraries in the node through the isolated class loader, with limited memory, one thread and little logging. */
final class NativeLoader {

    /** Size of the unpacked libraries, 397 MB, plus a margin. */
    private static final long UNPACKED_BYTES = 450L << 20;

    private NativeLoader() {}

    /**
     * Loads the libraries. The folder must permit execution. It is filled on first use and reused later.
     *
     * @throws IOException if the folder is not writable or has too little space
     * @throws LinkageError if the libraries are missing or do not load on this machine
     */
    static void load(Path cache) throws IOException {
        // some JDKs 17 refuse a symbolic link to a folder (JDK-8294193)
        if (!Files.isDirectory(cache)) {
            Files.createDirectories(cache);
        }
        requireRoom(cache);
        System.setProperty("org.bytedeco.javacpp.cachedir", cache.toString());
        // JavaCPP calls System.gc() at its limits, and by default counts the node's own direct buffers
        System.setProperty("org.bytedeco.javacpp.maxbytes", "128m");
        System.setProperty("org.bytedeco.javacpp.maxphysicalbytes", "0");
        System.setProperty("org.nd4j.log.initialization", "false");
        LogSilencer.limitToWarnings("org.nd4j");
        LogSilencer.limitToWarnings("org.deeplearning4j");
        LogSilencer.limitToWarnings("org.bytedeco");
        ClassLoader own = NativeLoader.class.getClassLoader();
        ND4JClassLoading.setNd4jClassloader(own);
        DL4JClassLoading.setDl4jClassloader(own);
        Nd4j.getEnvironment().setMaxThreads(1);
        NativeOpsHolder.getInstance().getDeviceNativeOps().setOmpNumThreads(1);
        Nd4j.factory().blas().setMaxThreads(1);
    }

    private static void requireRoom(Path cache) throws IOException {
        try (Stream<Path> entries = Files.list(cache)) {
            if (entries.findAny().isPresent()) {
                return;
            }
        }
        long room = Files.getFileStore(cache).getUsableSpace();
        if (room < UNPACKED_BYTES) {
            throw new IOException(cache + ": expected " + (UNPACKED_BYTES >> 20)
                    + " MiB of room to unpack the native libraries, found " + (room >> 20) + " MiB");
        }
    }
}
