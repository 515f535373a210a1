package io.rafiki.trainer.trial;

import io.rafiki.knob.Configuration;
import io.rafiki.workload.Workload;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A trial of a plan.
 *
 * @param workload operations of the clients
 * @param configuration configuration at start
 * @param repeat index among trials of the same workload and configuration, from 0
 */
public record PlannedTrial(Workload workload, Configuration configuration, int repeat) {

    /** Twelve hexadecimal digits, derived from all three parts. */
    public String id() {
        // the name of the read ratio, which every workload states, is not part of the text
        String text = workload.toString().replace("readRatio=", "") + "|" + configuration + "|" + repeat;
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 6);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    public boolean isDefault() {
        return configuration.equals(configuration.space().defaults());
    }
}
