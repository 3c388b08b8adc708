package dev.tollbooth.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.cli.text.Listing.Kind;
import dev.tollbooth.cli.text.Listing.Layout;
import dev.tollbooth.cli.text.Listing.Name;
import dev.tollbooth.cli.text.Listing.Row;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the order, the limits and the shares of a listing, whatever its rows are. */
class ListingTest {

    private static final List<Figure> FIGURES = List.of(Figure.COUNT, Figure.RU);
    private static final Layout LAYOUT =
            new Layout(List.of(new Name("service", "service", true)), Figure.TIME, FIGURES, FIGURES);

    private static Row row(String service, Figures.Builder builder) {
        Figures figures = builder.build();
        return new Row(Kind.SERVICE, Map.of("service", service), "", "", figures, figures);
    }

    @Test
    void text_ofRowsBeyondTheLimit_addsThemUp() {
        List<Row> rows = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            rows.add(row("s" + i, Figures.builder().set(Figure.TIME, 1_000 * i).set(Figure.COUNT, i)));
        }
        assertThat(Listing.of(LAYOUT, rows, 2).text(80))
                .containsExactly(
                        "service      time   share  count",
                        "s4        4.00 µs  40.0 %      4",
                        "s3        3.00 µs  30.0 %      3",
                        "(2 more)  3.00 µs  30.0 %      3");
        assertThat(Listing.of(LAYOUT, rows, 2).sum().get(Figure.TIME)).isEqualTo(10_000L);
    }

    @Test
    void text_ofSharesThatDoNotDivide_addsUpToOneHundredPercent() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            rows.add(row("s" + i, Figures.builder().set(Figure.TIME, 1)));
        }
        int tenths = 0;
        for (String line : Listing.of(LAYOUT, rows, 10).text(80)) {
            String share = line.replaceAll(".* (\\d+)\\.(\\d) %.*", "$1$2");
            tenths += share.equals(line) ? 0 : Integer.parseInt(share);
        }
        assertThat(tenths).isEqualTo(1_000);
    }

    @Test
    void table_ofRequestUnitsOfTwoSources_saysMixedAndHasNoNumber() {
        Figures.Builder one = Figures.builder().set(Figure.TIME, 1).ru("estimate", 1.0);
        Figures two = one.build().plus(Figures.builder().ru("postgres", 2.0).build());
        Row mixed = new Row(Kind.SERVICE, Map.of("service", "both"), "", "", two, two);
        Layout byRu = new Layout(LAYOUT.names(), Figure.RU, FIGURES, FIGURES);
        Listing table = Listing.of(byRu, List.of(mixed, row("one", one)), 10);
        assertThat(table.text(80))
                .containsExactly(
                        "service     RU  share  count", "one       1.00      -      -", "both     mixed      -      -");
        assertThat(table.maps().get(1))
                .containsEntry("ru", null)
                .containsEntry("ruSource", "mixed")
                .containsEntry("sharePercent", null);
        assertThat(Listing.csv(List.of(table)))
                .containsExactly(
                        "kind,service,count,ru,ruSource,sharePercent",
                        "service,one,-,1.0,estimate,-",
                        "service,both,-,-,mixed,-");
    }
}
