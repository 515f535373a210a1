package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.workload.WindowDefect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of troubleshooting explains every reason to hold, to defer or to stop a rewrite, and every defect of a window, by its code. */
class TroubleshootingPageTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[a-z_]+`(?:, `[a-z_]+`)*) \\|");

    @Test
    void listsTheCodesThatExist() throws IOException {
        Set<String> listed = ROW.matcher(Files.readString(Path.of("../docs/troubleshooting.md")))
                .results()
                .flatMap((MatchResult row) ->
                        Arrays.stream(row.group(1).replace("`", "").split(", ")))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> codes = codes(HoldReason.class);
        codes.addAll(codes(WindowDefect.class));
        codes.addAll(codes(RewriteObstacle.class));
        codes.addAll(codes(RewriteAbort.class));
        assertThat(listed).isEqualTo(codes);
    }

    private static Set<String> codes(Class<?> reasons) {
        return Arrays.stream(reasons.getPermittedSubclasses())
                .map(type -> type.getSimpleName()
                        .replaceAll("(?<=[a-z])([A-Z])", "_$1")
                        .toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
