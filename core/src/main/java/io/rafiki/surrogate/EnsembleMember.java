package io.rafiki.surrogate;

/** One network of a bundle. Immutable. */
public final class EnsembleMember {

    private final byte[] zip;
    private final OutputScaling target;
    private final String prior;
    private final double error;
    private final double effectiveParameters;

    /**
     * @param zip as DL4J's {@code ModelSerializer} writes it; copied
     * @param target scaling of the network's output
     * @param prior regularisation in training, such as {@code single} or {@code grouped}
     * @param error its mean relative error on held-out trials, without any on its training trials; 0.05 is 5 %
     * @param effectiveParameters number of weights that the data determined (MacKay's gamma)
     */
    public EnsembleMember(byte[] zip, OutputScaling target, String prior, double error, double effectiveParameters) {
        this.zip = zip.clone();
        this.target = target;
        this.prior = prior;
        this.error = error;
        this.effectiveParameters = effectiveParameters;
    }

    /** The network as DL4J wrote it; a copy. */
    public byte[] zip() {
        return zip.clone();
    }

    public OutputScaling target() {
        return target;
    }

    public String prior() {
        return prior;
    }

    public double error() {
        return error;
    }

    public double effectiveParameters() {
        return effectiveParameters;
    }
}
