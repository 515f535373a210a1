package io.rafiki.agent.dl4j;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.deeplearning4j.config.DL4JClassLoading;
import org.nd4j.common.config.ND4JClassLoading;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.nativeblas.NativeOpsHolder;

/** ND4J's native libraries inside the node: found by our own class loader, bounded, one thread, little log. */
final class Natives {

    /** What the libraries take once unpacked, 397 MB, and some room. */
    private static final long UNPACKED_BYTES = 450L << 20;

    private Natives() {}

    /**
     * Loads them. The folder must allow execution; it is filled on first use and used again after.
     *
     * @throws IOException if the folder cannot be written or is too small
     * @throws LinkageError if the libraries are absent or do not load on this machine
     */
    static void load(Path cache) throws IOException {
        Files.createDirectories(cache);
        requireRoom(cache);
        System.setProperty("org.bytedeco.javacpp.cachedir", cache.toString());
        // JavaCPP calls System.gc() at its bounds; by default it counts the node's own direct buffers among its bytes
        System.setProperty("org.bytedeco.javacpp.maxbytes", "128m");
        System.setProperty("org.bytedeco.javacpp.maxphysicalbytes", "0");
        System.setProperty("org.nd4j.log.initialization", "false");
        QuietLog.onlyWarnings("org.nd4j");
        QuietLog.onlyWarnings("org.deeplearning4j");
        QuietLog.onlyWarnings("org.bytedeco");
        ClassLoader own = Natives.class.getClassLoader();
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
