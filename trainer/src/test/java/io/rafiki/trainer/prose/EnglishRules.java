package io.rafiki.trainer.prose;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The project's rules of English that a program can check: words to avoid, names that were replaced, and the length of sentences. */
final class EnglishRules {

    /** A sentence with more words needs a second reading. */
    static final int LONGEST_SENTENCE = 30;

    private static final Map<Pattern, String> WORDS = new LinkedHashMap<>();
    private static final Map<Pattern, String> OLD_NAMES = new LinkedHashMap<>();

    /** A full stop, a closing quote or bracket, space, and the start of a sentence. */
    private static final Pattern END = Pattern.compile("[.!?]['\")\\]*_]*\\s+(?=[\"'(\\[*_]*[A-Z0-9])");

    private static final Pattern ABBREVIATION =
            Pattern.compile("(?i)(?:^|[\\s(])(?:e\\.g|i\\.e|cf|vs|al|fig|eq|approx|incl|no|p|pp|vol|ed)\\.$");
    private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");

    static {
        word("anew", "again");
        word("dearer", "costs more");
        word("amid(?:st)?", "during");
        word("beside", "next to");
        word("ought", "should");
        word("nobody(?:'s)?", "no client, no operator");
        word("somebody(?:'s)?|someone(?:'s)?", "another client, an operator");
        word("(?:a|the|that|any|another|each|no) human(?:'s)?|humans", "an operator");
        word("(?:set|sets|setting) (?:\\w+ )?right", "corrected");
        word("(?:stay|stays|stayed|staying) out", "disables itself, is inactive");
        word("(?:stand|stands|stood|standing) in", "is in");
        word("(?:go|goes|going|gone|went) on", "continues");
        word("(?:come|comes|coming|came) of", "results from");
        word("but for", "except for");
        word("for (?:they|there (?:is|are|was|were)|it (?:is|was|has|had|does|would|can|may|must|will))", "because");
        word("(?:is|are|was|were|be|been) said", "is printed, is logged");
        word(
                "(?<!(?:operator|reader|user|person|engineer|who|expert) )"
                        + "(?:knows|knew|likes|believes|believed|wants|forgets|forgot|forgotten|says|hopes|thinks)",
                "name what software does: records, reports, selects, assumes, requires, discards");
        word("sittings?", "session");
        word("unsteady|steadiness", "not stationary, stationarity");
        word("at (?:its|their) (?:pace|ease)", "stationary, healthy");

        old("look_ahead", "payback_horizon");
        old("max_collection", "max_gc_share");
        old("max_loss", "regression_threshold");
        old("min_change", "min_read_ratio_change");
        old("rewrite_slowdown", "rewrite_throughput_loss");
        old("most_others", "max_background_cpu");
        old("by_hand", "manual_commands");
        old("rafiki hold", "rafiki pause");
        old("rafiki verify", "a verification plan");
        old("rafiki trace", "the shipped trace");
        old("KnobsForeign", "KnobsChangedExternally");
        old("KnobsOurs", "KnobsTuned");
        old("ModelFits", "ModelCompatible");
    }

    private EnglishRules() {}

    static List<Finding> check(Path file, Passage passage) {
        List<Finding> findings = new ArrayList<>();
        find(file, passage, passage.text(), WORDS, findings);
        find(file, passage, passage.source(), OLD_NAMES, findings);
        if (passage.sentences()) {
            checkSentences(file, passage, findings);
        }
        return findings;
    }

    private static void find(
            Path file, Passage passage, String text, Map<Pattern, String> patterns, List<Finding> findings) {
        patterns.forEach((pattern, remedy) -> {
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                int line = passage.line() + (int) lines(text, matcher.start());
                findings.add(new Finding(file, line, "word", flat(matcher.group()), remedy));
            }
        });
    }

    private static void checkSentences(Path file, Passage passage, List<Finding> findings) {
        String text = passage.text();
        int start = 0;
        Matcher end = END.matcher(text);
        while (start < text.length()) {
            int stop = text.length();
            while (end.find()) {
                if (!ABBREVIATION
                        .matcher(text.substring(start, end.start() + 1))
                        .find()) {
                    stop = end.end();
                    break;
                }
            }
            String sentence = text.substring(start, stop);
            long words = WORD.matcher(sentence).results().count();
            if (words > LONGEST_SENTENCE) {
                findings.add(new Finding(
                        file,
                        passage.line() + (int) lines(text, start),
                        "sentence",
                        words + " words: " + flat(sentence),
                        "at most " + LONGEST_SENTENCE + " words; write two sentences"));
            }
            start = stop;
        }
    }

    private static long lines(String text, int offset) {
        return text.substring(0, offset).chars().filter(c -> c == '\n').count();
    }

    private static String flat(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    private static void word(String regex, String remedy) {
        WORDS.put(wordPattern(regex), remedy);
    }

    private static void old(String name, String remedy) {
        OLD_NAMES.put(wordPattern(name), remedy);
    }

    /** The words of an expression may lie on two lines, and in a comment behind an asterisk. */
    private static Pattern wordPattern(String regex) {
        return Pattern.compile(
                "(?<![\\w-])(?:" + regex.replace(" ", "\\s{1,99}") + ")(?![\\w-])", Pattern.CASE_INSENSITIVE);
    }
}
