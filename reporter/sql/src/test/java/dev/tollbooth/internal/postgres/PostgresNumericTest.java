package dev.tollbooth.internal.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.PostgresNumeric;
import dev.tollbooth.internal.postgres.wire.WireMessage;
import dev.tollbooth.internal.postgres.wire.WireWriter;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresNumericTest {

    private static byte[] written(BigDecimal value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireWriter out = new WireWriter(bytes);
        out.begin('D').numeric(value);
        out.end();
        out.flush();
        return Arrays.copyOfRange(bytes.toByteArray(), 9, bytes.size());
    }

    /** Tests the bytes of {@code SELECT encode(numeric_send(x), 'hex')} in PostgreSQL 15. */
    @ParameterizedTest
    @CsvSource({
        "0, 0000000000000000",
        "0.00, 0000000000000002",
        "1, 00010000000000000001",
        "-1, 00010000400000000001",
        "10000, 00010001000000000001",
        "12345678, 000200010000000004d2162e",
        "0.0001, 0001ffff000000040001",
        "12.5, 0002000000000001000c1388",
        "18446744073709551615, 000500040000000007341a5802e103bb064f",
    })
    void write_ofANumber_isAsTheServerWritesIt(String number, String hex) throws Exception {
        assertThat(HexFormat.of().formatHex(written(new BigDecimal(number)))).isEqualTo(hex);
    }

    @Test
    void read_ofWhatWasWritten_isTheNumber() throws Exception {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            BigDecimal value = new BigDecimal(new BigInteger(random.nextInt(300), random), random.nextInt(40));
            value = random.nextBoolean() ? value.negate() : value;
            assertThat(PostgresNumeric.read(new WireMessage('B', written(value))))
                    .isEqualTo(value);
        }
    }

    @Test
    void number_ofManyDigits_isRefusedBothWays() {
        assertThatThrownBy(() -> written(new BigDecimal("1e999999999"))).isInstanceOf(PostgresException.class);
        assertThatThrownBy(() -> written(new BigDecimal("1e-1000"))).isInstanceOf(PostgresException.class);
        byte[] heavy = HexFormat.of().parseHex("00017fff000000000001");
        assertThatThrownBy(() -> PostgresNumeric.read(new WireMessage('B', heavy)))
                .isInstanceOf(PostgresException.class);
    }
}
