package dev.tollbooth.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTableTest {

    @Test
    void lines_tooWide_cutsTheFlexibleColumnOnly() {
        TextTable table = new TextTable(0).left("statement").right("count");
        table.row(List.of("SELECT orders and more", "1,000"));
        table.row(List.of("INSERT", "7"));
        assertThat(table.lines(20))
                .containsExactly("statement      count", "SELECT order…  1,000", "INSERT             7");
        assertThat(table.lines(80)).contains("SELECT orders and more  1,000");
        assertThatThrownBy(() -> table.row(List.of("x"))).hasMessage("cells=1, columns=2");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "999, 999 ns",
        "1000, 1.00 µs",
        "9994, 9.99 µs",
        "9995, 10.0 µs",
        "10471, 10.5 µs",
        "999499, 999 µs",
        "999500, 1.00 ms",
        "41700000, 41.7 ms",
        "999500000, 1.00 s",
        "3156000000, 3.16 s",
        "9120108393560, 9120 s"
    })
    void time_anyNanos_hasThreeDigitsAndAUnit(long nanos, String shown) {
        assertThat(FigureText.time(nanos)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "999, 999", "1000, '1,000'", "1234567, '1,234,567'", "-1000, '-1,000'", "-100, -100"})
    void count_anyNumber_hasCommas(long value, String shown) {
        assertThat(FigureText.count(value)).isEqualTo(shown);
    }

    @Test
    void percent_ofNothing_isZero() {
        assertThat(FigureText.percent(0, 0)).isEqualTo("0.0 %");
        assertThat(FigureText.percent(1, 3)).isEqualTo("33.3 %");
    }

    @Test
    void terminal_environment_givesWidthWithinBounds() {
        assertThat(Terminal.of(Map.of("COLUMNS", "132")).columns()).isEqualTo(132);
        assertThat(Terminal.of(Map.of("COLUMNS", "20")).columns()).isEqualTo(40);
        assertThat(Terminal.of(Map.of("COLUMNS", "999999")).columns()).isEqualTo(200);
        assertThat(Terminal.of(Map.of("COLUMNS", "wide")).columns()).isEqualTo(110);
        assertThat(Terminal.of(Map.of()).columns()).isEqualTo(110);
    }

    @Test
    void lines_ofATableTooWide_leaveOutTheLeastImportantColumnsFirst() {
        TextTable table = new TextTable(TextTable.RIGID)
                .left("name")
                .right("stays")
                .right("goes last", 1)
                .right("goes first", 2);
        table.row(List.of("select", "1", "2", "3"), "select * from t");
        assertThat(table.lines(34))
                .containsExactly(
                        "name    stays  goes last  goes first".substring(0, 24),
                        "select      1          2",
                        "  select * from t");
        assertThat(table.leftOut()).containsExactly("goes first");
        assertThat(table.lines(100).get(0)).isEqualTo("name    stays  goes last  goes first");
        assertThat(table.leftOut()).isEmpty();
        assertThat(table.lines(13)).containsExactly("name    stays", "select      1", "  select * f…");
    }
}
