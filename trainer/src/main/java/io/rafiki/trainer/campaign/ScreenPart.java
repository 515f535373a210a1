package io.rafiki.trainer.campaign;

import io.rafiki.config.ConfigException;
import io.rafiki.trainer.screen.ScreenFolder;
import io.rafiki.trainer.trial.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which knobs matter, from a screening's folder (Rafiki Figure 5). */
final class ScreenPart {

    private static final String TITLE = "Figure 5: which knobs matter";

    private ScreenPart() {}

    /** @throws ConfigException if the screening's plan or the catalogue are wrong */
    static Part of(Path screening, Path catalogue) throws ConfigException {
        if (!Files.isRegularFile(screening.resolve(Trials.FILE))) {
            return Part.leftOut(TITLE, "no screening was found (the folder screening, or --screening).");
        }
        try {
            return Part.shown(TITLE, new ScreenFolder(screening, catalogue).figure());
        } catch (IOException tooFew) {
            return Part.leftOut(TITLE, tooFew.getMessage());
        }
    }
}
