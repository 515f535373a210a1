package io.rafiki.trainer.trial;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;

/**
 * What a trial of the sustained protocol records besides its throughput.
 *
 * @param agedSeconds length of ageing; 0 without writes or compactions
 * @param turnover bytes flushed during ageing, as a multiple of the data
 * @param from first measured second that counts, in the first state
 * @param change relative change of throughput over the seconds that count
 * @param debtChange relative change of the size of the live sstables over these seconds
 * @param clientBusy share of its processors that the client used in the measured part, 0 to 1
 * @param p99PerSecond 99th percentile of all operations in each measured second, in microseconds
 * @param states rates of the states of the files, if there were several; else null
 * @param openLoops loads at shares of the sustained rate, and at the rate of the plan
 * @param debt samples over the whole trial, thinned out
 * @param series file with all samples and seconds, relative to the folder of trials.jsonl
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SustainedResult(
        double agedSeconds,
        double turnover,
        int from,
        double change,
        double debtChange,
        Double clientBusy,
        List<Long> p99PerSecond,
        List<State> states,
        List<OpenLoop> openLoops,
        List<DebtSample> debt,
        String series) {

    /**
     * The rate in one state of the node's files.
     *
     * @param begin its first measured second
     * @param rate throughput in operations per second
     * @param share of the time for which the state stands
     * @param from its first measured second that counts; absent in old trials
     * @param change relative change of its throughput over the seconds that count; absent in old trials
     * @param liveMiB mean size of the live sstables; absent in old trials, or if the node does not report it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record State(int begin, double rate, double share, Integer from, Double change, Long liveMiB) {}

    public SustainedResult {
        p99PerSecond = List.copyOf(p99PerSecond);
        states = states == null ? null : List.copyOf(states);
        openLoops = List.copyOf(openLoops);
        debt = List.copyOf(debt);
    }

    /**
     * The size of the live sstables in each state in MiB; empty with one state, or if it is not known. Old trials recorded it in the samples
     * of the debt only.
     */
    public double[] sizes() {
        if (states == null) {
            return new double[0];
        }
        if (states.stream().allMatch(state -> state.liveMiB() != null)) {
            return states.stream().mapToDouble(State::liveMiB).toArray();
        }
        List<List<Long>> measured = new ArrayList<>();
        TrialPhase before = null;
        for (DebtSample sample : debt) {
            if (sample.phase() == TrialPhase.MEASUREMENT && sample.liveMiB() != null) {
                if (before != TrialPhase.MEASUREMENT) {
                    measured.add(new ArrayList<>());
                }
                measured.get(measured.size() - 1).add(sample.liveMiB());
            }
            before = sample.phase();
        }
        return measured.size() == states.size()
                ? measured.stream()
                        .mapToDouble(sizes -> sizes.stream()
                                .mapToLong(Long::longValue)
                                .average()
                                .orElseThrow())
                        .toArray()
                : new double[0];
    }
}
