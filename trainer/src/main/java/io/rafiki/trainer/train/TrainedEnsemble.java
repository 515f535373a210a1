package io.rafiki.trainer.train;

import io.rafiki.surrogate.BundleMember;
import io.rafiki.surrogate.Encoding;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.ModelBundle;
import io.rafiki.surrogate.Provenance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What training gave: the networks that are kept, and how far off they are. */
public final class TrainedEnsemble {

    private final Samples samples;
    private final Encoding encoding;
    private final List<Trained> kept;
    private final int trained;
    private final double leaveOneOut;

    TrainedEnsemble(Samples samples, Encoding encoding, List<Trained> kept, int trained, double leaveOneOut) {
        this.samples = samples;
        this.encoding = encoding;
        this.kept = List.copyOf(kept);
        this.trained = trained;
        this.leaveOneOut = leaveOneOut;
    }

    /** How many networks were trained. */
    public int trained() {
        return trained;
    }

    /** How many of them are kept. */
    public int size() {
        return kept.size();
    }

    /** Mean relative leave-one-out error of the ensemble's mean; 0.05 is 5 %. */
    public double leaveOneOut() {
        return leaveOneOut;
    }

    /** The greatest number of steps that a kept network took. */
    public int epochs() {
        return kept.stream().mapToInt(network -> network.fit().epochs()).max().orElse(0);
    }

    /** The evaluator of the kept networks. */
    public Ensemble ensemble() {
        return new Ensemble(
                samples.space(),
                encoding,
                kept.stream().map(Trained::network).toList(),
                kept.stream().map(Trained::target).toList());
    }

    /** The model to be written; uses DL4J. */
    public ModelBundle bundle(Provenance provenance) throws IOException {
        List<BundleMember> members = new ArrayList<>();
        for (Trained network : kept) {
            members.add(new BundleMember(
                    NetworkZip.write(network.network()),
                    network.target(),
                    network.priors().name(),
                    network.error(),
                    network.fit().determined()));
        }
        return new ModelBundle(samples.space(), encoding, members, samples.envelope(), provenance);
    }
}
