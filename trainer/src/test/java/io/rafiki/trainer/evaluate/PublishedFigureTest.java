package io.rafiki.trainer.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.trainer.progress.RecordedProgress;
import io.rafiki.trainer.report.ValidationPage;
import io.rafiki.trainer.report.text.ValidationFormatter;
import io.rafiki.trainer.table.CsvTable;
import io.rafiki.trainer.table.MeasuredTable;
import io.rafiki.trainer.train.TrainingConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedFigureTest {

    private static final int OPTIONS = 8;

    @TempDir
    private Path folder;

    @Test
    void eachFigureIsPossibleAndHasASource() {
        assertThat(PublishedFigure.all()).hasSize(88).allSatisfy(figure -> {
            assertThat(figure.trainSize()).isBetween(Validation.FEWEST_TRAINED, figure.rows() - 1);
            assertThat(figure.error()).isBetween(0.1, 200.0);
            assertThat(figure.margin()).isPositive().isLessThan(figure.error());
            assertThat(figure.source()).contains("github.com/");
        });
        assertThat(PublishedFigure.all())
                .extracting(figure -> figure.file() + figure.trainSize() + figure.method())
                .doesNotHaveDuplicates();
        assertThat(PublishedFigure.all()).allSatisfy(figure -> assertThat(PublishedFigure.all())
                .filteredOn(other -> other.file().equals(figure.file()))
                .allMatch(other -> other.rows() == figure.rows()));
    }

    @Test
    void theBestOfATableIsTheLeast() throws IOException {
        MeasuredTable apache = table("Apache_AllNumeric.csv", 192);
        assertThat(PublishedFigure.best(apache, 18)).hasValueSatisfying(figure -> {
            assertThat(figure.method()).isEqualTo("DeepPerf");
            assertThat(figure.mape().mean()).isEqualTo(10.24);
        });
        assertThat(PublishedFigure.trainSizes(apache)).containsExactly(18, 27, 36, 45);
        assertThat(PublishedFigure.best(table("BDBJ_AllNumeric.csv", 180), 104))
                .hasValueSatisfying(figure -> assertThat(figure.method()).isEqualTo("HINNPerf"));
    }

    @Test
    void anotherTableOrSizeOrAPartOfATableHasNone() throws IOException {
        assertThat(PublishedFigure.best(table("Apache_AllNumeric.csv", 192), 19))
                .isEmpty();
        assertThat(PublishedFigure.best(table("Apache_AllNumeric.csv", 191), 18))
                .isEmpty();
        assertThat(PublishedFigure.best(table("MyApache_AllNumeric.csv", 192), 18))
                .isEmpty();
        assertThat(PublishedFigure.trainSizes(table("other.csv", 192))).isEmpty();
    }

    @Test
    void aValidationShowsItNextToTheOtherMethods() throws IOException, InterruptedException {
        ValidationResult random = validate(List.of(18, 20));
        assertThat(ValidationFormatter.text(random))
                .containsPattern(
                        "(?m)^  published 10\\.24 \\[9\\.090, 11\\.39\\] +DeepPerf, Ha and Zhang \\(ICSE 2019\\)")
                .containsOnlyOnce("published");
        JsonNode published = new ObjectMapper()
                .valueToTree(ValidationFormatter.details(random))
                .get("published");
        assertThat(published).hasSize(1);
        assertThat(published.at("/0/trainSize").asInt()).isEqualTo(18);
        assertThat(published.at("/0/mape/mean").asDouble()).isEqualTo(10.24);
        assertThat(ValidationPage.html(random)).containsOnlyOnce("published, DeepPerf");
    }

    @Test
    void heldOutConfigurationsAreAnotherProtocol() throws IOException, InterruptedException {
        ValidationResult heldOut = validate(List.of());
        assertThat(heldOut.sections()).isNotEmpty().allSatisfy(section -> assertThat(heldOut.published(section, 18))
                .as(section.rule())
                .isEmpty());
    }

    private ValidationResult validate(List<Integer> trainSizes) throws IOException, InterruptedException {
        ValidationSettings settings = new ValidationSettings(trainSizes, 2, 1, TrainingConfig.DEFAULT.with(2, 1, 1), 1);
        return new Validation(table("Apache_AllNumeric.csv", 192), settings, List.of(new MeanMethod()))
                .run(new RecordedProgress(false).reporter());
    }

    /** A table of that name, without the measurements of the public one. */
    private MeasuredTable table(String name, int rows) throws IOException {
        List<String> lines = new ArrayList<>(List.of("a,b,c,d,e,f,g,h,PERF"));
        for (int row = 0; row < rows; row++) {
            int bits = row;
            lines.add(IntStream.range(0, OPTIONS)
                            .mapToObj(option -> Integer.toString((bits >> option) & 1))
                            .collect(Collectors.joining(","))
                    + "," + (1000 + 3 * row));
        }
        Files.write(folder.resolve(name), lines);
        return CsvTable.read(folder.resolve(name));
    }
}
