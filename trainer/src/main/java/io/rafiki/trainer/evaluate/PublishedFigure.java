package io.rafiki.trainer.evaluate;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.table.MeasuredTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A published error on a public table, measured as with {@code --train-sizes}: the training rows are random, all others are predicted. It
 * is the mean of 30 repeats.
 *
 * @param file name of the table's file
 * @param rows number of the table's rows
 * @param trainSize number of training rows
 * @param error mean absolute percentage error, in percent
 * @param margin half the width of the error's 95 % interval
 * @param method name of the method
 * @param source authors, publication and address
 */
public record PublishedFigure(
        String file, int rows, int trainSize, double error, double margin, String method, String source) {

    private static final List<PublishedFigure> ALL = read("published.csv");

    static List<PublishedFigure> all() {
        return ALL;
    }

    /** The least published error for this table and number of training rows. A part of a table has none. */
    public static Optional<PublishedFigure> best(MeasuredTable table, int trainSize) {
        return of(table)
                .filter(figure -> figure.trainSize == trainSize)
                .min(Comparator.comparingDouble(PublishedFigure::error));
    }

    /** The numbers of training rows with a published error for this table, ascending. */
    public static List<Integer> trainSizes(MeasuredTable table) {
        return of(table).map(PublishedFigure::trainSize).distinct().sorted().toList();
    }

    /** The error with its interval. */
    public ConfidenceInterval mape() {
        return new ConfidenceInterval(error, error - margin, error + margin);
    }

    private static Stream<PublishedFigure> of(MeasuredTable table) {
        Path source = Path.of(table.source());
        return ALL.stream().filter(figure -> figure.rows == table.rows() && source.endsWith(figure.file));
    }

    private static List<PublishedFigure> read(String resource) {
        try (InputStream csv = PublishedFigure.class.getResourceAsStream(resource);
                MappingIterator<PublishedFigure> figures = new CsvMapper()
                        .readerFor(PublishedFigure.class)
                        .with(CsvSchema.emptySchema().withHeader())
                        .readValues(csv)) {
            return List.copyOf(figures.readAll());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
