package dev.tollbooth.internal.topru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.digest.StatementKind;
import org.junit.jupiter.api.Test;

final class RuModelTest {

    private final RuModel model = RuModel.PUBLISHED;

    @Test
    void published_termByTerm_isTheModelOfTheServer() {
        assertThat(model.perStatement(StatementKind.READ)).isEqualTo(0.475);
        assertThat(model.perStatement(StatementKind.WRITE)).isEqualTo(1.7);
        assertThat(model.perStatement(StatementKind.OTHER)).isZero();
        assertThat(model.ofBytesRead(65_536)).isEqualTo(1);
        assertThat(3_000_000 * model.perNano()).isEqualTo(1);
    }

    @Test
    void model_withADivisorOfZero_isRefusedByName() {
        assertThatThrownBy(() -> new RuModel(1, 1, 0, 3, 1_024))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bytesPerRu=0.0")
                .hasMessageContaining("must be above 0");
    }
}
