package io.rafiki.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.journal.JournalFailure.JournalNewer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The text form of a record: one line with a JSON object. Its last member {@code crc} is the CRC-32C of all preceding bytes of the line,
 * in eight hexadecimal digits.
 */
final class RecordCodec {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MARK = ",\"crc\":\"";
    private static final int DIGITS = 8;

    /** Version of the format. Version 1 stated none. */
    private static final int VERSION = 2;

    private RecordCodec() {}

    /** The line with its newline, in UTF-8. */
    static byte[] write(JournalRecord entry) throws JsonProcessingException {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("v", VERSION);
        members.put("seq", entry.sequence());
        members.put("at", entry.at().toString());
        members.put("kind", entry.kind().toString());
        members.put("id", entry.decision());
        members.putAll(entry.content());
        String object = JSON.writeValueAsString(members);
        String head = object.substring(0, object.length() - 1);
        return (head + MARK + checksum(head) + "\"}\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The record of a line without its newline; empty if any bit differs from what was written.
     *
     * @throws JournalException if a newer version wrote the line
     */
    static Optional<JournalRecord> read(String line) throws JournalException {
        int mark = line.lastIndexOf(MARK);
        if (mark < 0
                || !line.endsWith("\"}")
                || line.length() != mark + MARK.length() + DIGITS + 2
                || !line.substring(mark + MARK.length(), line.length() - 2).equals(checksum(line.substring(0, mark)))) {
            return Optional.empty();
        }
        try {
            return Optional.of(entry(line.substring(0, mark) + "}"));
        } catch (JournalException newer) {
            throw newer;
        } catch (IOException
                | IllegalArgumentException
                | ClassCastException
                | NullPointerException
                | DateTimeException e) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("unchecked")
    private static JournalRecord entry(String object) throws IOException {
        Map<String, Object> members = JSON.readValue(object, LinkedHashMap.class);
        Object version = members.remove("v");
        if (version instanceof Number number && number.longValue() > VERSION) {
            throw new JournalException(new JournalNewer(number.longValue(), VERSION));
        }
        long sequence = ((Number) members.remove("seq")).longValue();
        Instant at = Instant.parse((String) members.remove("at"));
        RecordType kind = RecordType.parse((String) members.remove("kind"));
        String decision = (String) members.remove("id");
        return new JournalRecord(sequence, at, kind, decision, members);
    }

    private static String checksum(String head) {
        CRC32C crc = new CRC32C();
        crc.update(head.getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }
}
