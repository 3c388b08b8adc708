package dev.tollbooth.internal.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the example of RFC 7677, section 3. */
class ScramExchangeTest {

    private static final byte[] SALT = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");
    private static final String SERVER_NONCE = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
    private static final String FIRST = "n,,n=user,r=rOprNGfwEbeRWgbNEkqO";
    private static final String LAST = "c=biws,r=rOprNGfwEbeRWgbNEkqO" + SERVER_NONCE;
    private static final String PROOF = ",p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=";

    private static ScramExchange exchange(String password) {
        return new ScramExchange(ScramSecret.of(password, SALT), SERVER_NONCE);
    }

    @Test
    void exchange_ofTheRfc_givesTheServersMessages() throws PostgresException {
        ScramExchange exchange = exchange("pencil");
        assertThat(exchange.first(FIRST))
                .isEqualTo("r=rOprNGfwEbeRWgbNEkqO" + SERVER_NONCE + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096");
        assertThat(exchange.last(LAST + PROOF)).isEqualTo("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
    }

    @Test
    void last_withTheProofOfAnotherPassword_isNull() throws PostgresException {
        ScramExchange exchange = exchange("pencil2");
        exchange.first(FIRST);
        assertThat(exchange.last(LAST + PROOF)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",p=",
                ",p=AAAA",
                ",p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVA=",
                ",x=1,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
            })
    void last_withAnotherProof_isNull(String proof) throws PostgresException {
        ScramExchange exchange = exchange("pencil");
        exchange.first(FIRST);
        assertThat(exchange.last(LAST + proof)).isNull();
    }

    @Test
    void last_ofNobody_isNullWhateverTheProof() throws PostgresException {
        ScramExchange exchange = new ScramExchange(ScramSecret.ofNobody("user", new byte[32]), SERVER_NONCE);
        exchange.first(FIRST);
        assertThat(exchange.last(LAST + PROOF)).isNull();
    }

    @Test
    void salt_ofNobody_isOfTheNameAndTheDoor() {
        byte[] door = {1};
        assertThat(ScramSecret.ofNobody("a", door).salt())
                .hasSize(16)
                .isEqualTo(ScramSecret.ofNobody("a", door).salt())
                .isNotEqualTo(ScramSecret.ofNobody("b", door).salt())
                .isNotEqualTo(ScramSecret.ofNobody("a", new byte[] {2}).salt());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "n", "n,", "n,,", "n,,n=user", "n,,r=abc", "p=tls-unique,,n=user,r=abc", "x,,n=,r=abc"})
    void first_thatIsNoScram_isMalformed(String message) {
        assertThatThrownBy(() -> exchange("pencil").first(message))
                .isInstanceOfSatisfying(
                        PostgresException.class, e -> assertThat(e.isFatal()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "c=biws,r=other" + PROOF,
                "c=eSws,r=rOprNGfwEbeRWgbNEkqO" + SERVER_NONCE + PROOF,
                LAST,
                LAST + ",p=***",
            })
    void last_thatDoesNotFit_isMalformed(String message) throws PostgresException {
        ScramExchange exchange = exchange("pencil");
        exchange.first(FIRST);
        assertThatThrownBy(() -> exchange.last(message))
                .isInstanceOfSatisfying(
                        PostgresException.class, e -> assertThat(e.isFatal()).isTrue());
    }

    @Test
    void last_beforeFirst_isMalformed() {
        assertThatThrownBy(() -> exchange("pencil").last("c=,r=" + PROOF)).isInstanceOf(PostgresException.class);
    }
}
