package io.rafiki.model;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.rafiki.surrogate.Aggregation;
import io.rafiki.surrogate.Calibration;
import io.rafiki.surrogate.EnsembleMember;
import io.rafiki.surrogate.FieldException;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.MetricModel;
import io.rafiki.surrogate.OutputScaling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The model of one metric in a manifest. The networks are separate entries of the archive.
 *
 * @param heldOutError null without held-out samples
 */
record MetricJson(
        String unit,
        Aggregation combine,
        Calibration calibration,
        @JsonSetter(nulls = Nulls.SET) @JsonInclude(JsonInclude.Include.NON_NULL) Double heldOutError,
        List<Member> members) {

    /** One network. Older bundles state a leave-one-out error as its error. */
    record Member(
            String file,
            String sha256,
            String prior,
            @JsonAlias("leaveOneOut") double error,
            double effectiveParameters,
            OutputScaling target) {

        static Member of(EnsembleMember member, String file) {
            return new Member(
                    file,
                    SealedZip.sha256(member.zip()),
                    member.prior(),
                    member.error(),
                    member.effectiveParameters(),
                    member.target());
        }

        EnsembleMember in(Map<String, byte[]> entries) {
            byte[] zip = entries.get(file);
            String found = zip == null ? "no such entry" : SealedZip.sha256(zip);
            if (!found.equals(sha256)) {
                throw new FieldException("sha256", "expected " + sha256 + " of " + file + ", found " + found, null);
            }
            return new EnsembleMember(zip, target, prior, error, effectiveParameters);
        }
    }

    /** @param firstFile number of the metric's first network */
    static MetricJson of(Metric metric, MetricModel model, int firstFile) {
        List<Member> members = new ArrayList<>();
        for (EnsembleMember member : model.members()) {
            members.add(Member.of(member, Manifest.file(firstFile + members.size())));
        }
        return new MetricJson(
                metric.unit(),
                model.combine(),
                model.calibration(),
                Double.isNaN(model.heldOutError()) ? null : model.heldOutError(),
                members);
    }

    /** @throws IllegalArgumentException with one line if a network is missing or damaged */
    MetricModel in(Map<String, byte[]> entries) {
        return new MetricModel(
                Manifest.each("members", members, member -> member.in(entries)),
                combine,
                calibration,
                heldOutError == null ? Double.NaN : heldOutError);
    }
}
