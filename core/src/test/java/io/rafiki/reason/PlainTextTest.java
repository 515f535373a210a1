package io.rafiki.reason;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PlainTextTest {

    @Test
    void replacesWhateverForgesALineOrControlsATerminal() {
        assertThat(PlainText.of("model.zip\nERROR [main] the disk failed"))
                .isEqualTo("model.zip ERROR [main] the disk failed");
        assertThat(PlainText.of("\u001b[2Ja\u0000b\u009b1mc\u202ed\u2028e\u2029f\r\tg\u0085h\u007f"))
                .isEqualTo("[2Ja b 1mc d e f g h");
    }

    @Test
    void keepsOtherText() {
        assertThat(PlainText.of("größer ± 1 % – /var/lib/modèle.zip")).isEqualTo("größer ± 1 % – /var/lib/modèle.zip");
    }

    @Test
    void aReasonIsOnePlainLine() {
        assertThat(ReasonText.of(new RecordedReason("code", Map.of(), "a\n\u001b[31mb")))
                .isEqualTo("a [31mb");
    }
}
