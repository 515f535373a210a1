package io.rafiki.trainer.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A CSV file: a header with the names of the columns, then rows with as many cells. Commas separate cells, and the text is UTF-8.
 *
 * <p>The rows are read as a stream, as often as necessary, and not kept.
 */
final class CsvFile {

    private static final CsvMapper CSV = CsvMapper.builder()
            .enable(CsvParser.Feature.WRAP_AS_ARRAY)
            .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
            .enable(CsvParser.Feature.TRIM_SPACES)
            .build();

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** Receives the rows. */
    interface Visitor {
        /**
         * Receives one row.
         *
         * @param line on which the row ends, counted from 1
         * @param cells one for each column
         */
        void row(long line, String[] cells) throws IOException;
    }

    private final Path path;
    private List<String> columns = List.of();

    private CsvFile(Path path) {
        this.path = path;
    }

    /**
     * Reads the header.
     *
     * @throws IOException with one line if the file has no header with different names
     */
    static CsvFile open(Path path) throws IOException {
        CsvFile file = new CsvFile(path);
        if (!Files.isRegularFile(path)) {
            throw file.refused(0, "expected a CSV file, found " + (Files.isDirectory(path) ? "a folder." : "nothing."));
        }
        file.scan((line, cells) -> {}, true);
        return file;
    }

    /** The names in the header, in their order. */
    List<String> columns() {
        return columns;
    }

    /** An error about this file, as one line; the line number 0 stands for the whole file. */
    IOException refused(long line, String problem) {
        return new IOException(
                (path + (line > 0 ? ":" + line : "") + ": " + problem).replaceAll("\\s*[\\r\\n]+\\s*", " "));
    }

    /**
     * Reads all rows below the header.
     *
     * @throws IOException with one line that names file and line if a row has too few or too many cells, or cannot be read
     */
    void rows(Visitor visitor) throws IOException {
        scan(visitor, false);
    }

    private void scan(Visitor visitor, boolean headerOnly) throws IOException {
        long line = 0;
        try (Reader text = Files.newBufferedReader(path);
                MappingIterator<String[]> rows = CSV.readerFor(String[].class).readValues(unmarked(text))) {
            if (!rows.hasNextValue()) {
                throw refused(0, "expected a header and rows of measurements, found nothing.");
            }
            columns = header(rows.nextValue());
            while (!headerOnly && rows.hasNextValue()) {
                String[] cells = rows.nextValue();
                line = rows.getParser().currentTokenLocation().getLineNr();
                if (cells.length != columns.size()) {
                    throw refused(
                            line,
                            "expected " + columns.size() + " cells, as many as the header has, found " + cells.length
                                    + ". Correct the row, or remove it.");
                }
                visitor.row(line, cells);
            }
        } catch (JsonProcessingException damaged) {
            throw damaged.getCause() instanceof CharacterCodingException
                    ? otherBytes()
                    : refused(
                            line + 1,
                            "expected cells as CSV has them, found a row that is not (" + damaged.getOriginalMessage()
                                    + "). Is a quote left open?");
        } catch (CharacterCodingException damaged) {
            throw otherBytes();
        }
    }

    /** The text after its byte order mark, if it has one. */
    private static Reader unmarked(Reader text) throws IOException {
        text.mark(1);
        if (text.read() != BYTE_ORDER_MARK) {
            text.reset();
        }
        return text;
    }

    private IOException otherBytes() {
        return refused(0, "expected UTF-8 text, found other bytes. Save the table as CSV in UTF-8.");
    }

    private List<String> header(String[] cells) throws IOException {
        if (cells.length < 2) {
            throw refused(1, "expected a header of at least two columns separated by commas, found one column.");
        }
        List<String> names = List.of(cells);
        for (int c = 0; c < cells.length; c++) {
            if (cells[c].isEmpty()) {
                throw refused(
                        1, "expected a name for column " + (c + 1) + ", found none. Name the column, or remove it.");
            }
            if (names.indexOf(cells[c]) < c) {
                throw refused(
                        1,
                        "expected columns with different names, found \"" + cells[c] + "\" as column "
                                + (names.indexOf(cells[c]) + 1) + " and as column " + (c + 1)
                                + ". Rename one of them.");
            }
        }
        if (names.stream().noneMatch(name -> Double.isNaN(Column.number(name)))) {
            throw refused(
                    1,
                    "expected a header with the names of the columns, found numbers (" + String.join(", ", names)
                            + "). Add the names.");
        }
        return names;
    }
}
