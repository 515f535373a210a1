package io.rafiki.agent.dl4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Random;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class Dl4jParametersTest {

    @BeforeAll
    static void loadNatives() throws IOException {
        NativeLoader.load(Networks.NATIVE_CACHE);
    }

    @Test
    void givesBackTheParametersThatWereWritten() throws IOException {
        double[] written = new Random(3).doubles(Networks.parameters(2)).toArray();
        assertThat(new Dl4jParameters().apply(Networks.zip(2, written))).containsExactly(written);
    }

    @Test
    void boundsTheNativeMemory() {
        assertThat(Pointer.maxBytes()).isEqualTo(128L << 20);
        assertThat(Pointer.maxPhysicalBytes()).isZero();
    }

    @Test
    void refusesAFileThatIsNotAZip() {
        assertThatThrownBy(() -> new Dl4jParameters().apply(new byte[] {1, 2, 3}))
                .isInstanceOf(RuntimeException.class);
    }
}
