package io.rafiki.trainer.active;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.Search;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.ChosenTrial;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.train.Recipe;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Trials that are chosen while they are measured: first a start that covers the space, then rounds of a few trials, each chosen by a model
 * of what was there before the round. Trials of the default configuration stand evenly among all of them, but for the first.
 *
 * <p>Which round it is, and what was there before it, is told by the number and order of the trials in the file. So a campaign that is cut
 * off within a round goes on with the rest of that round.
 */
public final class ActiveTrials implements TrialSource {

    private static final int ROUND = 4;
    private static final int MOST_REPEATS = 1000;

    private final ActiveDesign design;
    private final Chooser chooser;
    private final Set<String> defaults;

    /**
     * @param recipe of the model that each round is chosen by
     * @param search finds what the model promises most for, or knows least of
     */
    public ActiveTrials(ActiveDesign design, Recipe recipe, Search search) {
        this.design = design;
        chooser = new Chooser(design, recipe, search);
        defaults = design.defaults().stream().map(PlannedTrial::id).collect(Collectors.toSet());
    }

    /**
     * The trials of an active plan.
     *
     * @param budget trials in all
     * @throws ConfigException with one line, if the plan writes out a configuration that is none
     * @throws IllegalArgumentException with one line, if the budget leaves nothing to choose
     */
    public static ActiveTrials of(CampaignPlan plan, KnobSpace space, int budget, Recipe recipe)
            throws ConfigException {
        return new ActiveTrials(
                new ActiveDesign(
                        space,
                        plan.lowestReadRatio(),
                        plan.highestReadRatio(),
                        plan.others(space),
                        plan.defaultTrials(space),
                        plan.defaultsFirst(),
                        budget,
                        plan.seed()),
                recipe,
                new GeneticSearch());
    }

    @Override
    public Account account(List<Trial> lines) throws IOException {
        History history = History.of(design.space(), lines);
        int settled = history.size() - (history.disturbed().isPresent() ? 1 : 0);
        return new Account(design.budget(), history.measured().size(), Math.max(0, design.budget() - settled));
    }

    @Override
    public List<ChosenTrial> next(List<Trial> lines) throws IOException, InterruptedException {
        History history = History.of(design.space(), lines);
        Optional<Attempt> disturbed = history.disturbed();
        if (disturbed.isPresent()) {
            return List.of(again(disturbed.get()));
        }
        int others = history.without(defaults);
        List<ChosenTrial> due = due(history, others);
        if (others >= design.others() || history.size() >= design.budget()) {
            return history.size() < design.budget() ? due : List.of();
        }
        int start = design.start().size();
        if (others < start) {
            List<ChosenTrial> first = design.start().stream()
                    .filter(trial -> !history.has(trial))
                    .limit(start - others)
                    .map(trial -> new ChosenTrial(trial, ""))
                    .toList();
            if (!first.isEmpty()) {
                return withDefaults(first, history, others);
            }
        }
        return due.isEmpty() ? round(history, Math.max(start, others), others) : due;
    }

    /** The rest of the round in which the given trial lies, counted without those of the default. */
    private List<ChosenTrial> round(History history, int number, int others) throws InterruptedException {
        int start = design.start().size();
        int begin = start + (number - start) / ROUND * ROUND;
        int end = Math.min(begin + ROUND, design.others());
        List<ChosenTrial> round = chooser.choose(history.before(begin, defaults), begin - start, end - begin).stream()
                .filter(chosen -> !history.has(chosen.trial()))
                .limit(end - number)
                .toList();
        return withDefaults(round, history, others);
    }

    /** The trials, with those of the default that are due before one of them. */
    private List<ChosenTrial> withDefaults(List<ChosenTrial> trials, History history, int others) {
        List<ChosenTrial> all = new ArrayList<>();
        List<ChosenTrial> taken = new ArrayList<>();
        for (int i = 0; i < trials.size(); i++) {
            for (ChosenTrial usual : due(history, others + i)) {
                if (!taken.contains(usual)) {
                    taken.add(usual);
                    all.add(usual);
                }
            }
            all.add(trials.get(i));
        }
        return all;
    }

    /** Trials of the default that were not run and should have been, after so many others. */
    private List<ChosenTrial> due(History history, int others) {
        List<ChosenTrial> due = new ArrayList<>();
        int first = design.defaultsFirst();
        int spread = design.defaults().size() - first;
        for (int i = 0; i < design.defaults().size(); i++) {
            PlannedTrial trial = design.defaults().get(i);
            boolean isDue = i < first || others >= Math.round((double) design.others() * (i - first) / spread);
            if (isDue && !history.has(trial)) {
                due.add(new ChosenTrial(trial, ""));
            }
        }
        return due;
    }

    private static ChosenTrial again(Attempt attempt) throws IOException {
        for (int repeat = 0; repeat < MOST_REPEATS; repeat++) {
            PlannedTrial trial = new PlannedTrial(attempt.readRatio(), attempt.configuration(), repeat);
            if (trial.id().equals(attempt.id())) {
                return new ChosenTrial(trial, "once more: it was disturbed");
            }
        }
        throw new IOException("trial " + attempt.id() + ": expected an id that follows from its configuration, found"
                + " another. Is it of another campaign?");
    }
}
