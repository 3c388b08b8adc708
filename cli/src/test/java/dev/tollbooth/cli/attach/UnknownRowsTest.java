package dev.tollbooth.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.junit.jupiter.api.Test;

/** Rows that the MBean does not know have a dash, and no share. */
class UnknownRowsTest {

    private static CompositeData row(String digest, long count, Long affected, long unknown) throws OpenDataException {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("schema", "shop");
        values.put("digest", digest);
        values.put("COUNT_STAR", count);
        values.put("SUM_TIMER_WAIT", BigInteger.TEN.pow(9));
        values.put("SUM_ERRORS", 0L);
        values.put("SUM_ROWS_SENT", 0L);
        values.put("SUM_ROWS_AFFECTED", affected);
        values.put("ROWS_UNKNOWN", unknown);
        String[] names = values.keySet().toArray(String[]::new);
        OpenType<?>[] types = new OpenType<?>[names.length];
        for (int i = 0; i < names.length; i++) {
            types[i] = i < 2 ? SimpleType.STRING : i == 3 ? SimpleType.BIGINTEGER : SimpleType.LONG;
        }
        return new CompositeDataSupport(new CompositeType("Top", "top", names, names, types), values);
    }

    @Test
    void top_ofRowsThatTheDriverDoesNotSay_hasADash() throws OpenDataException {
        List<CompositeData> rows =
                List.of(row("11111111", 4, null, 4), row("22222222", 4, 7L, 2), row("33333333", 4, 0L, 0));
        AttachedStatements statements =
                new AttachedStatements("default", "rows", rows, 7.0, Map.of(), Map.of(), List.of());
        List<String> lines = new AttachedText(statements, 200).lines();
        assertThat(lines)
                .anyMatch(line -> line.matches(".*11111111 +- +- .*"))
                .anyMatch(line -> line.matches(".*22222222 +7 +100[.]0 % .*"))
                .anyMatch(line -> line.matches(".*33333333 +0 +0[.]0 % .*"));
    }

    @Test
    void interval_ofRowsThatTheDriverDoesNotSay_hasADash() throws OpenDataException {
        StatementInterval unknown = StatementInterval.between(row("1", 4, 7L, 2), row("1", 6, 7L, 4));
        StatementInterval known = StatementInterval.between(row("1", 4, 7L, 2), row("1", 6, 9L, 3));
        StatementInterval fresh = StatementInterval.between(null, row("1", 6, null, 6));
        assertThat(IntervalFigure.ROWS.text(unknown, 1)).isEqualTo("-");
        assertThat(IntervalFigure.ROWS.text(fresh, 1)).isEqualTo("-");
        assertThat(IntervalFigure.ROWS.text(known, 1)).isEqualTo("2.00");
        AttachedInterval interval = new AttachedInterval(
                "default", IntervalFigure.ROWS, 1, List.of(known, unknown), 10, Map.of(), Map.of(), List.of());
        assertThat(interval.share(known)).isEqualTo(1);
        assertThat(interval.share(unknown)).isNull();
    }
}
