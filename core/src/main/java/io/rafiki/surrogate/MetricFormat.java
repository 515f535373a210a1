package io.rafiki.surrogate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a bundle holds of one metric, as JSON; the networks' zips are other entries of the archive. */
final class MetricFormat {

    private MetricFormat() {}

    /** @param firstFile number of the metric's first zip */
    static ObjectNode write(Metric metric, MetricModel model, int firstFile) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        Calibration calibration = model.calibration();
        node.put("unit", metric.unit()).put("combine", model.combine().key());
        node.put("deviationScale", calibration.scale());
        node.putObject("noise")
                .put("relative", calibration.relativeNoise())
                .put("absolute", calibration.absoluteNoise());
        if (!Double.isNaN(model.heldOutError())) {
            node.put("heldOutError", model.heldOutError());
        }
        var members = node.putArray("members");
        for (BundleMember member : model.members()) {
            members.add(member(member, Manifest.file(firstFile + members.size())));
        }
        return node;
    }

    static MetricModel read(Fields metric, Map<String, byte[]> entries) {
        Fields noise = metric.object("noise");
        return new MetricModel(
                readMembers(metric, entries).members(),
                combine(metric),
                new Calibration(metric.number("deviationScale"), noise.number("relative"), noise.number("absolute")),
                metric.has("heldOutError") ? metric.number("heldOutError") : Double.NaN);
    }

    /** The members alone: all that the first version of the format knew. */
    static MetricModel readMembers(Fields metric, Map<String, byte[]> entries) {
        List<BundleMember> members = new ArrayList<>();
        for (Fields member : metric.objects("members")) {
            members.add(member(member, entries));
        }
        return new MetricModel(members, Combine.MEAN, Calibration.NONE, Double.NaN);
    }

    private static Combine combine(Fields metric) {
        for (Combine combine : Combine.values()) {
            if (combine.key().equals(metric.text("combine"))) {
                return combine;
            }
        }
        throw metric.unexpected("combine", "mean or median", metric.text("combine"));
    }

    private static ObjectNode member(BundleMember member, String file) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("file", file).put("sha256", Archive.sha256(member.zip()));
        node.put("prior", member.prior());
        node.put("leaveOneOut", member.leaveOneOut()).put("effectiveParameters", member.effectiveParameters());
        node.putObject("target")
                .put("scale", member.target().logarithmic() ? "log" : "linear")
                .put("centre", member.target().centre())
                .put("half", member.target().half());
        return node;
    }

    private static BundleMember member(Fields member, Map<String, byte[]> entries) {
        byte[] zip = entries.get(member.text("file"));
        if (zip == null || !Archive.sha256(zip).equals(member.text("sha256"))) {
            throw member.unexpected(
                    "sha256", member.text("sha256"), zip == null ? "no such entry" : Archive.sha256(zip));
        }
        Fields target = member.object("target");
        boolean logarithmic = "log".equals(target.text("scale"));
        if (!logarithmic) {
            Manifest.expect(target, "scale", "linear");
        }
        return new BundleMember(
                zip,
                new Target(logarithmic, target.number("centre"), target.number("half")),
                member.text("prior"),
                member.number("leaveOneOut"),
                member.number("effectiveParameters"));
    }
}
