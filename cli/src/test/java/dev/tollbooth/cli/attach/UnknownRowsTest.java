package dev.tollbooth.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.cli.text.Listing;
import dev.tollbooth.cli.text.Listing.Kind;
import dev.tollbooth.cli.text.Listing.Layout;
import dev.tollbooth.cli.text.Listing.Row;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.math.BigInteger;
import java.util.ArrayList;
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

/** Tests that rows which the MBean does not know are dashes, without a share. */
class UnknownRowsTest {

    private static CompositeData row(String digest, long count, Long affected, long unknown) throws OpenDataException {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("schema", "shop");
        values.put("digest", digest);
        values.put("summary", "");
        values.put("COUNT_STAR", count);
        values.put("SUM_TIMER_WAIT", BigInteger.TEN.pow(9));
        values.put("SUM_ERRORS", 0L);
        values.put("SUM_ROWS_SENT", 0L);
        values.put("SUM_ROWS_AFFECTED", affected);
        values.put("ROWS_UNKNOWN", unknown);
        String[] names = values.keySet().toArray(String[]::new);
        OpenType<?>[] types = new OpenType<?>[names.length];
        for (int i = 0; i < names.length; i++) {
            types[i] = i < 3 ? SimpleType.STRING : i == 4 ? SimpleType.BIGINTEGER : SimpleType.LONG;
        }
        return new CompositeDataSupport(new CompositeType("Top", "top", names, names, types), values);
    }

    private static Figures figures(CompositeData row) {
        return AttachedFigures.of(row);
    }

    private static List<String> shares(Figures... rows) {
        List<Row> all = new ArrayList<>();
        for (Figures figures : rows) {
            all.add(new Row(Kind.STATEMENT, Map.of(), "", "", figures, figures));
        }
        Layout layout = new Layout(List.of(), Figure.ROWS, List.of(), List.of());
        return Listing.of(layout, all, 10).text(200).stream().map(String::strip).toList();
    }

    @Test
    void top_ofRowsThatTheDriverDoesNotSay_hasADash() throws OpenDataException {
        assertThat(shares(
                        figures(row("11111111", 4, null, 4)),
                        figures(row("22222222", 4, 7L, 2)),
                        figures(row("33333333", 4, 0L, 0))))
                .containsExactly("rows    share", "7  100.0 %", "0    0.0 %", "-        -");
    }

    @Test
    void interval_ofRowsThatTheDriverDoesNotSay_hasADash() throws OpenDataException {
        Figures unknown = figures(row("1", 6, 7L, 4)).minus(figures(row("1", 4, 7L, 2)));
        Figures known = figures(row("1", 6, 9L, 3)).minus(figures(row("1", 4, 7L, 2)));
        Figures fresh = figures(row("1", 6, null, 6)).minus(Figures.NONE);
        assertThat(unknown.get(Figure.ROWS)).isNull();
        assertThat(fresh.get(Figure.ROWS)).isNull();
        assertThat(known.get(Figure.ROWS)).isEqualTo(2L);
        assertThat(shares(known, unknown)).containsExactly("rows    share", "2  100.0 %", "-        -");
    }
}
