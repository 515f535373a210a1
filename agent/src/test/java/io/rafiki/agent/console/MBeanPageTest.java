package io.rafiki.agent.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/operate.md names the attributes and operations of the MBean, and no others. */
class MBeanPageTest {

    private static final Path PAGE = Path.of("../docs/operate.md");

    /** Commands that read attributes or the history. */
    private static final List<String> READING = List.of("status", "ui", "workload", "explain");

    @Test
    void eachOperationIsACommandOfThePageAndReverse() throws IOException {
        Set<String> expected = TunerDescriptor.VERBS.stream()
                .map(Operation::name)
                .map(name -> name.equals("setMode") ? "mode" : name)
                .map(name -> name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
        expected.addAll(READING);
        assertThat(found("(?m)^\\| `rafiki ([a-z-]+)")).isEqualTo(expected);
    }

    @Test
    void eachAttributeIsOnThePageAndReverse() throws IOException {
        String text = Files.readString(PAGE);
        int begin = text.indexOf("Attributes of the former: ");
        assertThat(begin).as("the list of attributes").isPositive();
        Set<String> listed = Pattern.compile("`(\\w+)`")
                .matcher(text.substring(begin, text.indexOf('\n', begin)))
                .results()
                .map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed)
                .isEqualTo(TunerDescriptor.ATTRIBUTES.stream()
                        .map(Attribute::name)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static Set<String> found(String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
