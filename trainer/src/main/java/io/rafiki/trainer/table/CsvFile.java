package io.rafiki.trainer.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A CSV file: a header line, then rows with as many cells, read as a stream as often as wanted. Nothing of it is kept.
 *
 * <p>Cells are stripped of surrounding blanks; a column without a name is called after its place, such as {@code #3}. Blank cells beyond the header's
 * last column are no cells.
 */
final class CsvFile {

    private static final CsvMapper CSV = CsvMapper.builder()
            .enable(CsvParser.Feature.WRAP_AS_ARRAY)
            .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
            .build();

    /** What is done with one row. */
    interface Visitor {
        /**
         * Takes a row.
         *
         * @param line on which the row ends, counted from 1
         * @param cells as many as there are columns; the array may be kept
         */
        void row(long line, String[] cells) throws IOException;
    }

    private final TextFile file;
    private final List<String> columns;
    private final List<Integer> unnamed;

    private CsvFile(TextFile file, List<String> columns, List<Integer> unnamed) {
        this.file = file;
        this.columns = columns;
        this.unnamed = unnamed;
    }

    /**
     * Looks at the file's beginning and reads its header.
     *
     * @throws IOException with one line if it is no CSV file with a header of different names
     */
    static CsvFile open(Path path) throws IOException {
        TextFile file = TextFile.open(path);
        String[] header = header(file);
        List<String> columns = new ArrayList<>();
        List<Integer> unnamed = new ArrayList<>();
        Map<String, Integer> places = new LinkedHashMap<>();
        for (int c = 0; c < header.length; c++) {
            if (header[c].isEmpty()) {
                unnamed.add(c);
            }
            String name = header[c].isEmpty() ? "#" + (c + 1) : header[c];
            Integer before = places.put(name, c);
            if (before != null) {
                throw file.refused(
                        1,
                        "expected columns with different names, found \"" + name + "\" as column " + (before + 1)
                                + " and as column " + (c + 1) + ". Rename one of them.");
            }
            columns.add(name);
        }
        if (Arrays.stream(header).noneMatch(name -> Double.isNaN(Cells.number(name, file.separator() != ',')))) {
            throw file.refused(
                    1,
                    "expected a header with the columns' names, found numbers (" + String.join(", ", header)
                            + "). Put the names in front.");
        }
        return new CsvFile(file, List.copyOf(columns), unnamed);
    }

    private static String[] header(TextFile file) throws IOException {
        String[][] header = new String[1][];
        scan(file, (line, cells) -> header[0] = cells, 1);
        if (header[0] == null) {
            throw file.refused(0, "expected a header and rows of measurements, found nothing.");
        }
        String[] cells = header[0];
        if (cells.length < 2) {
            throw file.refused(
                    1,
                    "expected columns separated by comma, semicolon or tab, found one column. Is it a table of"
                            + " measurements?");
        }
        return cells;
    }

    /** The names in the header, in their order. */
    List<String> columns() {
        return columns;
    }

    /** Whether the header leaves this column's name blank. */
    boolean isUnnamed(int column) {
        return unnamed.contains(column);
    }

    /** Whether a comma may stand for the decimal point: it separates no cells. */
    boolean isDecimalComma() {
        return file.separator() != ',';
    }

    /** An error about this file, as one line. */
    IOException refused(long line, String problem) {
        return file.refused(line, problem);
    }

    /**
     * Reads all rows but the header.
     *
     * @throws IOException with one line that names file and line if a row has too few or too many cells, or cannot be read
     */
    void rows(Visitor visitor) throws IOException {
        boolean[] past = new boolean[1];
        scan(
                file,
                (line, cells) -> {
                    if (past[0]) {
                        visitor.row(line, fitted(line, cells));
                    }
                    past[0] = true;
                },
                Long.MAX_VALUE);
    }

    private String[] fitted(long line, String[] cells) throws IOException {
        int width = columns.size();
        boolean spare = cells.length > width
                && Arrays.stream(cells, width, cells.length).allMatch(String::isEmpty);
        if (cells.length != width && !spare) {
            throw file.refused(
                    line,
                    "expected " + width + " cells, as many as the header has, found " + cells.length
                            + ". Correct the row, or remove it.");
        }
        return spare ? Arrays.copyOf(cells, width) : cells;
    }

    private static void scan(TextFile file, Visitor visitor, long most) throws IOException {
        CsvSchema schema = CsvSchema.emptySchema().withColumnSeparator(file.separator());
        long line = 0;
        try (Reader text = file.text();
                MappingIterator<String[]> rows =
                        CSV.readerFor(String[].class).with(schema).readValues(text)) {
            for (long n = 0; n < most && rows.hasNextValue(); n++) {
                String[] cells = rows.nextValue();
                line = rows.getParser().currentTokenLocation().getLineNr();
                for (int c = 0; c < cells.length; c++) {
                    cells[c] = cells[c] == null ? "" : cells[c].strip();
                }
                if (cells.length > 1 || !cells[0].isEmpty()) {
                    visitor.row(line, cells);
                }
            }
        } catch (JsonProcessingException damaged) {
            throw file.refused(
                    line + 1,
                    "expected cells as CSV has them, found a row that is not (" + damaged.getOriginalMessage()
                            + "). Is a quote left open?");
        }
    }
}
