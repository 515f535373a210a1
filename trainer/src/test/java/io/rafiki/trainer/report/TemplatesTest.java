package io.rafiki.trainer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.mustachejava.MustacheException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TemplatesTest {

    @Test
    void aNameWithoutDataIsAnError() {
        assertThatThrownBy(() -> Templates.page("validation", Map.of("source", "trials.jsonl")))
                .isInstanceOf(MustacheException.class)
                .hasStackTraceContaining("expected data named rows, found none");
    }

    @Test
    void aChartCannotEndTheElementThatContainsIt() {
        Chart chart = Chart.of("label", Axis.of("x", 0, 1), Axis.of("</script>", 0, 1));
        assertThat(chart.json()).contains("\\u003c/script>").doesNotContain("<");
    }

    @Test
    void aChartHasNullForAValueThatIsNoNumber() {
        Chart chart = Chart.of("label", Axis.of("x", 0, 1), Axis.of("y", 0, 1))
                .add(Series.of(
                        "s", Color.TUNED, Series.Kind.LINE, new double[] {1, 2}, new double[] {Double.NaN, 12345.6789
                        }));
        assertThat(chart.json()).contains("\"x\":[1,2],\"y\":[null,12345.7]");
    }

    @Test
    void aLogarithmicAxisHasTicksAtOneTwoAndFive() {
        assertThat(Axis.logarithmic("x", 18, 240).ticks()).isEqualTo(List.of(20.0, 50.0, 100.0, 200.0));
    }

    @Test
    void aTextCellMayBreakAfterUnderscoresAndIsEscaped() {
        DataTable table = DataTable.of("label", DataTable.Column.text("knob"), DataTable.Column.number("p"))
                .row("read_ratio <1>", "< 0.001");
        assertThat(table.rows().get(0).cells())
                .extracting(DataTable.Cell::html)
                .containsExactly("read_<wbr>ratio &lt;1&gt;", "&lt; 0.001");
    }
}
