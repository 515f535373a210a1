package io.rafiki.control.proposal;

import io.rafiki.decision.ProposalReason.Mismatch;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * Compares where a model comes from with the node that it is to serve.
 *
 * @param machine cores and heap of this node
 * @param cassandra its release
 * @param java version of its JVM
 */
public record ProvenanceCheck(NodeResources machine, String cassandra, String java) {

    /** A heap is the same within this share: the JVM rounds it. */
    private static final double HEAP_TOLERANCE = 0.1;

    /** The differences; a property that the provenance lacks counts as different. */
    public List<Mismatch> mismatches(Provenance provenance) {
        Map<String, String> trained = provenance.environment();
        List<Mismatch> found = new ArrayList<>();
        compare(found, "cores", trained.get("cores"), Integer.toString(machine.cores()), String::equals);
        compare(
                found,
                "heapMiB",
                trained.get("heapMiB"),
                Long.toString(machine.heapMiB()),
                ProvenanceCheck::isSameHeap);
        compare(found, "cassandra", provenance.release().orElse(null), cassandra, (there, here) -> line(there)
                .equals(line(here)));
        compare(found, "java", trained.get("java"), java, (there, here) -> feature(there)
                .equals(feature(here)));
        return found;
    }

    private static void compare(
            List<Mismatch> found, String key, String trained, String here, BiPredicate<String, String> same) {
        String there = trained == null ? "unknown" : trained;
        if (!same.test(there, here)) {
            found.add(new Mismatch(key, there, here));
        }
    }

    private static boolean isSameHeap(String there, String here) {
        try {
            double trained = Double.parseDouble(there);
            return Math.abs(trained - Double.parseDouble(here)) <= HEAP_TOLERANCE * trained;
        } catch (NumberFormatException unknown) {
            return false;
        }
    }

    /** The line of a release: {@code 5.0} of {@code 5.0.9}. */
    private static String line(String release) {
        int second = release.indexOf('.', release.indexOf('.') + 1);
        return second < 0 ? release : release.substring(0, second);
    }

    /** The feature version of a JVM: {@code 17} of {@code 17.0.15+6}. */
    private static String feature(String version) {
        return version.split("[.+-]", 2)[0];
    }
}
