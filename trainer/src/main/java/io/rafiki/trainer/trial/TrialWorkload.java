package io.rafiki.trainer.trial;

/**
 * The workload of a trial.
 *
 * @param readRatio share of reads; all other operations update one field
 * @param records rows in the table
 * @param recordBytes payload of a row
 * @param overwrites updates of one field each before the trial, as a share of the records
 * @param reuseDistance mean number of operations between two uses of a key; absent if YCSB's own distribution draws the keys
 * @param threads client threads, each with one operation at a time
 */
public record TrialWorkload(
        double readRatio, long records, long recordBytes, double overwrites, Double reuseDistance, int threads) {}
