package io.rafiki.model;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Zip files in memory with a seal that detects any change. Equal content gives equal bytes.
 *
 * <p>The seal is the SHA-256, in hexadecimal, of all preceding bytes. It is the comment of the zip, at the end of the file. The checksums
 * of the zip format do not cover headers and directory.
 */
public final class SealedZip {

    /** Maximum size of a file, and of its unpacked entries. */
    static final int MAX_BYTES = 16 << 20;

    private static final int SEAL = 64;
    private static final int SHOWN_CHARACTERS = 60;

    private SealedZip() {}

    /** A zip with these entries in their order. Its bytes depend on the entries only. */
    public static byte[] write(Map<String, byte[]> entries, boolean sealed) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                ZipEntry header = new ZipEntry(entry.getKey());
                header.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
                zip.putNextEntry(header);
                zip.write(entry.getValue());
                zip.closeEntry();
            }
            if (sealed) {
                zip.setComment("0".repeat(SEAL));
            }
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        byte[] written = bytes.toByteArray();
        if (sealed) {
            byte[] seal = seal(written);
            System.arraycopy(seal, 0, written, written.length - SEAL, SEAL);
        }
        return written;
    }

    /** Whether the bytes end with their seal. */
    static boolean isSealed(byte[] bytes) {
        return bytes.length > SEAL
                && Arrays.equals(seal(bytes), Arrays.copyOfRange(bytes, bytes.length - SEAL, bytes.length));
    }

    /**
     * The entries of a zip in their order, with verified checksums.
     *
     * @param maxBytes largest unpacked size of the entry with a name; 0 if there may be no such entry
     * @throws IOException if the zip is damaged, has an entry that is unexpected, too large or there twice, or has more than 16 MiB unpacked
     */
    static Map<String, byte[]> read(byte[] bytes, ToLongFunction<String> maxBytes) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8)) {
            long left = MAX_BYTES;
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                long max = Math.min(left, maxBytes.applyAsLong(entry.getName()));
                if (max == 0) {
                    throw new IOException("expected no entry " + shown(entry.getName()) + ", found one");
                }
                if (entries.containsKey(entry.getName())) {
                    throw new IOException("expected one entry " + shown(entry.getName()) + ", found two");
                }
                // the header may state no size or a wrong one
                byte[] content = entry.getSize() > max ? null : zip.readNBytes(Math.toIntExact(max + 1));
                if (content == null || content.length > max) {
                    throw new IOException(
                            "expected at most " + max + " bytes in " + shown(entry.getName()) + ", found more");
                }
                left -= content.length;
                entries.put(entry.getName(), content);
            }
        } catch (IllegalArgumentException damaged) {
            throw new IOException(damaged.getMessage(), damaged);
        }
        return entries;
    }

    /**
     * The content of the first entry; empty if it has another name or more bytes. The other entries are not read.
     *
     * @throws IOException if the zip is damaged
     */
    static Optional<byte[]> first(byte[] bytes, String name, long maxBytes) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8)) {
            ZipEntry entry = zip.getNextEntry();
            if (entry == null || !entry.getName().equals(name)) {
                return Optional.empty();
            }
            byte[] content = zip.readNBytes(Math.toIntExact(maxBytes + 1));
            return content.length > maxBytes ? Optional.empty() : Optional.of(content);
        } catch (IllegalArgumentException damaged) {
            throw new IOException(damaged.getMessage(), damaged);
        }
    }

    private static String shown(String name) {
        return name.length() > SHOWN_CHARACTERS ? name.substring(0, SHOWN_CHARACTERS) + "..." : name;
    }

    static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(digest(bytes, bytes.length));
    }

    private static byte[] seal(byte[] bytes) {
        return HexFormat.of().formatHex(digest(bytes, bytes.length - SEAL)).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] digest(byte[] bytes, int length) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes, 0, length);
            return digest.digest();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
