package io.rafiki.trainer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void columnsOfWordsStandToTheLeftAndThoseOfFiguresToTheRight() {
        assertThat(new Table(List.of("reads", "gain", "verdict", "values"))
                        .row(List.of(
                                "90 %", "+81.0 % [75.0, 87.0]", "1 of 3 is better", "8:\u00a02,000, 16:\u00a02,100"))
                        .row(List.of("mean", "< 0.001", "- / 3.5"))
                        .html())
                .isEqualTo(
                        """
                        <table><thead><tr><th scope="col">reads</th><th scope="col">gain</th><th scope="col">verdict</th>\
                        <th scope="col" class="left">values</th></tr></thead>
                        <tbody><tr><td>90 %</td><td>+81.0 % [75.0, 87.0]</td><td>1 of 3 is better</td>\
                        <td class="left">8:\u00a02,000, 16:\u00a02,100</td></tr>
                        <tr><td>mean</td><td>&lt;&#160;0.001</td><td>- / 3.5</td></tr></tbody></table>
                        """);
    }

    @Test
    void oneWordMakesItAColumnOfWords() {
        assertThat(new Table(List.of())
                        .row(List.of("a", "12"), "ours")
                        .row(List.of("b", "read_ratio <1>"))
                        .html())
                .isEqualTo(
                        """
                        <table><tbody><tr class="ours"><td>a</td><td class="left">12</td></tr>
                        <tr><td>b</td><td class="left">read_<wbr/>ratio &lt;1&gt;</td></tr></tbody></table>
                        """);
    }
}
