package io.rafiki.trainer.scenario.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class QueueingStationTest {

    private static final double SERVICE = 0.002;

    /** With one server Sakasegawa's approximation is exact: {@code s / (1 - rho)}. */
    @Test
    void oneThreadIsAnMM1Queue() {
        QueueingStation station = new QueueingStation(1, SERVICE / 2, SERVICE / 2);
        for (double utilisation : new double[] {0, 0.3, 0.5, 0.9}) {
            assertThat(station.responseSeconds(utilisation / SERVICE))
                    .isCloseTo(SERVICE / (1 - utilisation), within(1e-12));
        }
    }

    /** Erlang's C formula is the exact waiting time of an M/M/c queue. */
    @Test
    void manyThreadsAreCloseToErlangsFormula() {
        for (int threads : new int[] {2, 8, 32}) {
            QueueingStation station = new QueueingStation(threads, SERVICE, 0);
            for (double utilisation : new double[] {0.5, 0.8, 0.95}) {
                assertThat(station.responseSeconds(utilisation * threads / SERVICE))
                        .as("%d threads, utilisation %s", threads, utilisation)
                        .isCloseTo(SERVICE * (1 + erlangC(threads, utilisation)), within(0.05 * SERVICE));
            }
        }
    }

    @Test
    void theCapacityIsThatOfAllThreads() {
        assertThat(new QueueingStation(32, 0.001, 0.003).capacity()).isCloseTo(0.98 * 8_000, within(1e-6));
    }

    /** Mean waiting time in units of the service time. */
    private static double erlangC(int servers, double utilisation) {
        double load = servers * utilisation;
        double term = 1;
        double sum = 0;
        for (int k = 0; k < servers; k++) {
            sum += term;
            term *= load / (k + 1);
        }
        double queued = term / (1 - utilisation);
        return queued / (sum + queued) / (servers * (1 - utilisation));
    }
}
