package dev.tollbooth.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.ErrorClass;
import org.junit.jupiter.api.Test;

class ErrorClassTest {

    @Test
    void of_sqlState_isItsFirstTwoCharacters() {
        assertThat(ErrorClass.of("23505")).isEqualTo(ErrorClass.CONSTRAINT);
        assertThat(ErrorClass.of("HYT00")).isEqualTo(ErrorClass.GENERAL);
        assertThat(ErrorClass.of("08")).isEqualTo(ErrorClass.CONNECTION);
        assertThat(ErrorClass.of("57014")).isEqualTo(ErrorClass.OPERATOR_INTERVENTION);
    }

    @Test
    void of_unknownOrNone_isOther() {
        assertThat(ErrorClass.of(null)).isEqualTo(ErrorClass.OTHER);
        assertThat(ErrorClass.of("")).isEqualTo(ErrorClass.OTHER);
        assertThat(ErrorClass.of("99999")).isEqualTo(ErrorClass.OTHER);
        assertThat(ErrorClass.of("other")).isEqualTo(ErrorClass.OTHER);
    }

    @Test
    void ofCode_everyClass_isItself() {
        for (ErrorClass errorClass : ErrorClass.values()) {
            assertThat(ErrorClass.ofCode(errorClass.code())).isEqualTo(errorClass);
        }
        assertThat(ErrorClass.NONE.code()).isZero();
        assertThat(ErrorClass.ofCode(-1)).isEqualTo(ErrorClass.OTHER);
    }
}
