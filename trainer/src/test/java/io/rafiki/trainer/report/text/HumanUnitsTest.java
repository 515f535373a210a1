package io.rafiki.trainer.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.surrogate.RelativeGain;
import io.rafiki.trainer.format.HumanUnits;
import org.junit.jupiter.api.Test;

class HumanUnitsTest {

    @Test
    void latenciesAreMillisecondsWithThreeDigits() {
        assertThat(HumanUnits.latency(10_840)).isEqualTo("10.8 ms");
        assertThat(HumanUnits.latency(9_994)).isEqualTo("9.99 ms");
        assertThat(HumanUnits.latency(9_996)).isEqualTo("10.0 ms");
        assertThat(HumanUnits.latency(99_960)).isEqualTo("100 ms");
        assertThat(HumanUnits.latency(1_250_000)).isEqualTo("1,250 ms");
        assertThat(HumanUnits.latency(42)).isEqualTo("0.042 ms");
        assertThat(HumanUnits.latency(Double.NaN)).isEqualTo("-");
    }

    @Test
    void bytesAreBinary() {
        assertThat(HumanUnits.bytes(900)).isEqualTo("900 B");
        assertThat(HumanUnits.bytes(64 << 10)).isEqualTo("64 KiB");
        assertThat(HumanUnits.bytes(510 << 20)).isEqualTo("510 MiB");
        assertThat(HumanUnits.bytes(1.5 * (1 << 30))).isEqualTo("1.5 GiB");
    }

    @Test
    void timesAreSecondsMinutesOrHours() {
        assertThat(HumanUnits.seconds(14.4)).isEqualTo("14 s");
        assertThat(HumanUnits.seconds(150)).isEqualTo("2.5 min");
        assertThat(HumanUnits.seconds(9_000)).isEqualTo("2.5 h");
        assertThat(HumanUnits.seconds(Double.NaN)).isEqualTo("-");
    }

    @Test
    void sharesArePercentages() {
        assertThat(HumanUnits.percent(0.9312)).isEqualTo("93.1 %");
        assertThat(HumanUnits.wholePercent(0.9)).isEqualTo("90 %");
        assertThat(HumanUnits.signedPercent(-0.004)).isEqualTo("-0.4 %");
        assertThat(HumanUnits.gain(new RelativeGain(0.041, 0.02))).isEqualTo("+4.1 % +/- 2.0 %");
        assertThat(HumanUnits.percent(Double.NaN)).isEqualTo("-");
    }

    @Test
    void numbersHaveAboutFourDigits() {
        assertThat(HumanUnits.number(0.333333)).isEqualTo("0.333");
        assertThat(HumanUnits.number(12.345)).isEqualTo("12.35");
        assertThat(HumanUnits.number(123.45)).isEqualTo("123.5");
        assertThat(HumanUnits.number(61_040)).isEqualTo("61,040");
        assertThat(HumanUnits.number(2.5e-7)).isEqualTo("2.500e-07");
        assertThat(HumanUnits.throughput(12_345.6)).isEqualTo("12,346 ops/s");
    }
}
