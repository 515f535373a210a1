package io.rafiki.trainer.screening;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The file with the campaign plan of a screening. Its first line has a checksum of the other lines, by which the next analysis detects an
 * edit.
 *
 * @param path of the file
 * @param isKept whether the file was edited, so that the analysis did not replace it
 */
public record CampaignPlanFile(Path path, boolean isKept) {

    /**
     * Writes a plan, or deletes the plan of an earlier analysis if there is none. An edited file remains as it is.
     *
     * @return the file; empty if there is none
     */
    static Optional<CampaignPlanFile> write(Path path, Optional<String> plan) throws IOException {
        if (Files.exists(path) && isEdited(new String(Files.readAllBytes(path), StandardCharsets.UTF_8))) {
            return Optional.of(new CampaignPlanFile(path, true));
        }
        if (plan.isEmpty()) {
            Files.deleteIfExists(path);
            return Optional.empty();
        }
        Files.writeString(path, withChecksum(plan.get()));
        return Optional.of(new CampaignPlanFile(path, false));
    }

    private static boolean isEdited(String content) {
        return !content.equals(withChecksum(content.substring(content.indexOf('\n') + 1)));
    }

    private static String withChecksum(String plan) {
        CRC32C crc = new CRC32C();
        crc.update(plan.getBytes(StandardCharsets.UTF_8));
        String checksum = String.format(Locale.ROOT, "%08x", crc.getValue());
        return "# Checksum of the lines below: " + checksum + ". rafiki screen keeps an edited file.\n" + plan;
    }
}
