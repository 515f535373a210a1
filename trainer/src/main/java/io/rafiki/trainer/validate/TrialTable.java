package io.rafiki.trainer.validate;

import io.rafiki.trainer.table.MeasuredTable;
import io.rafiki.trainer.train.Samples;
import io.rafiki.trainer.train.TrialSet;
import java.util.List;

/** Trials as a table: the knobs of their space, the read ratio as the workload, the throughput as what was measured. */
public final class TrialTable {

    private TrialTable() {}

    /**
     * The table of a file's trials.
     *
     * @param source the file, as the user named it
     */
    public static MeasuredTable of(String source, TrialSet set) {
        List<Samples.Point> points = set.samples().points();
        int width = set.samples().space().size();
        double[] codes = new double[points.size() * width];
        for (int p = 0; p < points.size(); p++) {
            System.arraycopy(points.get(p).configuration().codes(), 0, codes, p * width, width);
        }
        return new MeasuredTable(
                source,
                "throughput in operations per second",
                set.samples().space(),
                codes,
                points.stream().mapToDouble(Samples.Point::readRatio).toArray(),
                points.stream().mapToDouble(Samples.Point::value).toArray(),
                -1,
                List.of("trials: " + set.account() + "; those that are ok are used"));
    }
}
