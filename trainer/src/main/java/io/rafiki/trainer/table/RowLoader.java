package io.rafiki.trainer.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Takes rows of cells in as codes and values; rows in which a number is missing are counted and left out. */
final class RowLoader implements CsvFile.Visitor {

    private final CsvFile file;
    private final List<Column> columns;
    private final int target;
    private final int width;
    private final double[] codes;
    private final double[] values;
    private final int[] missing;
    private final long[] firstLine;
    private int kept;

    /**
     * @param columns what each column became; the target's is left out
     * @param rows at most
     */
    RowLoader(CsvFile file, List<Column> columns, int target, int rows) {
        this.file = file;
        this.columns = columns;
        this.target = target;
        width = (int) columns.stream()
                .filter(column -> !(column instanceof Column.Left))
                .count();
        codes = new double[rows * width];
        values = new double[rows];
        missing = new int[columns.size()];
        firstLine = new long[columns.size()];
    }

    @Override
    public void row(long line, String[] cells) {
        values[kept] = Cells.number(cells[target], file.isDecimalComma());
        if (Double.isNaN(values[kept])) {
            leaveOut(target, line);
            return;
        }
        int at = kept * width;
        for (int c = 0; c < cells.length; c++) {
            if (!(columns.get(c) instanceof Column.Left)) {
                codes[at] = columns.get(c).code(cells[c]);
                if (Double.isNaN(codes[at])) {
                    leaveOut(c, line);
                    return;
                }
                at++;
            }
        }
        kept++;
    }

    private void leaveOut(int column, long line) {
        missing[column]++;
        firstLine[column] = firstLine[column] == 0 ? line : firstLine[column];
    }

    /** The number of rows taken in. */
    int kept() {
        return kept;
    }

    double[] codes() {
        return kept == values.length ? codes : Arrays.copyOf(codes, kept * width);
    }

    double[] values() {
        return kept == values.length ? values : Arrays.copyOf(values, kept);
    }

    boolean isConstant() {
        return Arrays.stream(values, 0, kept).distinct().limit(2).count() < 2;
    }

    /** A line for each column for which rows were left out. */
    List<String> treatments() {
        List<String> lines = new ArrayList<>();
        for (int c = 0; c < missing.length; c++) {
            if (missing[c] > 0) {
                lines.add(missing[c] + (missing[c] == 1 ? " row" : " rows") + " left out: no number in column "
                        + file.columns().get(c) + ", first in line " + firstLine[c]);
            }
        }
        return lines;
    }
}
