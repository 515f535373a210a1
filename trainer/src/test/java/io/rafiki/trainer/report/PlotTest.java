package io.rafiki.trainer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PlotTest {

    private final Plot plot =
            new Plot("a plot", 300, new Plot.Axis("x", 0, 1, false), new Plot.Axis("y", 0, 100, false));

    @Test
    void wordsThatWouldCoverEachOtherAreMovedApartInTheirOrder() {
        String svg = plot.words(1, 50, "middle")
                .words(1, 51, "above")
                .words(1, 0, "bottom")
                .words(1, 1, "nearly")
                .svg();
        List<Double> places = Pattern.compile("y=\"([0-9.]+)\">(?:above|middle|nearly|bottom)<")
                .matcher(svg)
                .results()
                .map(MatchResult::group)
                .map(found -> Double.parseDouble(found.replaceAll("y=\"([0-9.]+)\".*", "$1")))
                .toList();
        assertThat(places).hasSize(4);
        for (int i = 1; i < places.size(); i++) {
            assertThat(places.get(i) - places.get(i - 1)).isGreaterThanOrEqualTo(13);
        }
        assertThat(places.get(3)).isLessThanOrEqualTo(300 - 46 + 4);
        assertThat(svg).containsSubsequence("above<", "middle<", "nearly<", "bottom<");
    }
}
