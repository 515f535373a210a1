package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each file that repeats the statuses of measured trials has the same ones. */
class TrialStatusTest {

    private static final Pattern LIST = Pattern.compile("MEASURED = (?:List\\.of)?\\(([^)]*)\\)");
    private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "src/main/resources/io/rafiki/trainer/optimizer/trial.py",
                "../conf/campaigns/loader.py",
                "../conf/campaigns/Loader.java"
            })
    void aScriptHasTheStatusesOfMeasuredTrials(String file) throws IOException {
        Matcher list = LIST.matcher(Files.readString(Path.of(file)));
        assertThat(list.find()).as(file).isTrue();
        assertThat(TEXT.matcher(list.group(1)).results().map(text -> text.group(1)))
                .containsExactlyInAnyOrderElementsOf(measured());
    }

    private static List<String> measured() {
        JsonMapper json = new JsonMapper();
        return Arrays.stream(TrialStatus.values())
                .filter(TrialStatus::isMeasured)
                .map(status -> json.convertValue(status, String.class))
                .toList();
    }
}
