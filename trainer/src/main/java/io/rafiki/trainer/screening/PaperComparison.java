package io.rafiki.trainer.screening;

import java.util.List;

/**
 * The key knobs of a screening and the five key knobs of the paper (Rafiki §3.4.1).
 *
 * @param both knobs that are key in both
 * @param onlyHere knobs that are key in the screening only
 * @param onlyPaper knobs that were screened and are key in the paper only
 * @param notScreened key knobs of the paper that the screening does not contain
 */
public record PaperComparison(
        List<String> both, List<String> onlyHere, List<String> onlyPaper, List<String> notScreened) {

    public PaperComparison {
        both = List.copyOf(both);
        onlyHere = List.copyOf(onlyHere);
        onlyPaper = List.copyOf(onlyPaper);
        notScreened = List.copyOf(notScreened);
    }
}
