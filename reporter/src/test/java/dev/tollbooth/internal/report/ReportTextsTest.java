package dev.tollbooth.internal.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.TextMeta;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReportTextsTest {

    private final DrivenWindows windows = new DrivenWindows();
    private final DropCounters drops = new DropCounters();
    private final ReportTexts texts = new ReportTexts(windows, drops);

    private static StatementRecord statement(int digest, String text) {
        return new StatementRecord(
                null,
                SampleReports.digest(digest),
                text,
                "",
                1,
                0,
                Map.of(),
                0,
                0L,
                0,
                0,
                0,
                0,
                0,
                0,
                null,
                0,
                0,
                false,
                HistogramSnapshot.EMPTY,
                0,
                0,
                0,
                "",
                List.of(),
                List.of(),
                Map.of());
    }

    private Window named(int from, int to) {
        List<RuRecord> records = new ArrayList<>();
        for (int i = from; i < to; i++) {
            windows.texts.put(SampleReports.digest(i), "select " + i);
            records.add(SampleReports.ruRecord("anna", i, Sha256.NONE, 0, 1, 1));
        }
        return new Window(0, 60, 60, records, List.of());
    }

    @Test
    void ofStatements_namedBySeveralRecords_comeOnceInTheKeyspaceOfTheWindow() {
        windows.texts.put(SampleReports.digest(1), "select 1");
        Window window = SampleReports.window(
                0,
                SampleReports.ruRecord("anna", 1, Sha256.NONE, 0, 1, 1),
                SampleReports.ruRecord("bert", 1, Sha256.NONE, 0, 1, 1));
        assertThat(texts.ofStatements(window, List.of(statement(1, "select 1"), statement(2, "select 2"))))
                .containsExactly(
                        new TextMeta("H2/shop", SampleReports.digest(1), "select 1"),
                        new TextMeta("", SampleReports.digest(2), "select 2"));
        assertThat(drops.snapshot()).isEmpty();
    }

    @Test
    void ofStatements_moreThanFiveThousand_restIsCountedAndComesInTheNextReport() {
        assertThat(texts.ofStatements(named(0, 5_003), List.of())).hasSize(5_000);
        assertThat(drops.snapshot()).containsExactly(entry(DropReason.SQL_META, new DropCount(1, 3)));
        List<TextMeta> next = texts.ofStatements(named(9_000, 9_001), List.of());
        assertThat(next)
                .extracting(TextMeta::text)
                .containsExactly("select 9000", "select 5000", "select 5001", "select 5002");
        assertThat(texts.ofStatements(named(9_000, 9_001), List.of())).hasSize(1);
    }

    @Test
    void ofStatements_overflowAfterOverflow_topHasNineTenthsOfThePlacesAndWhatWaitedTheRest() {
        texts.ofStatements(named(0, 20_000), List.of());
        List<TextMeta> next = texts.ofStatements(named(20_000, 40_000), List.of());
        assertThat(next).hasSize(5_000);
        assertThat(next.get(0).text()).isEqualTo("select 20000");
        assertThat(next.get(4_499).text()).isEqualTo("select 24499");
        assertThat(next.get(4_500).text()).isEqualTo("select 5000");
        assertThat(next.get(4_999).text()).isEqualTo("select 5499");
    }

    @Test
    void ofStatements_neverRoomForAll_keepsBoundedWhatItMissed() {
        for (int round = 0; round < 3; round++) {
            assertThat(texts.ofStatements(named(round * 20_000, round * 20_000 + 20_000), List.of()))
                    .hasSize(5_000);
        }
        assertThat(texts.ofStatements(named(0, 0), List.of())).hasSize(5_000);
        assertThat(texts.ofStatements(named(0, 0), List.of())).isEmpty();
    }

    @Test
    void ofStatements_textIsGone_isCountedAndNotAskedForAgain() {
        Window window = SampleReports.window(0, SampleReports.ruRecord("anna", 1, Sha256.NONE, 0, 1, 1));
        assertThat(texts.ofStatements(window, List.of())).isEmpty();
        assertThat(drops.snapshot()).containsExactly(entry(DropReason.SQL_META, new DropCount(1, 1)));
        windows.texts.put(SampleReports.digest(1), "select 1");
        assertThat(texts.ofStatements(named(0, 0), List.of())).isEmpty();
    }

    @Test
    void ofPlans_knownAndUnknown_comeOnceAndAreCounted() {
        Sha256 known = SampleReports.digest(70);
        Sha256 unknown = SampleReports.digest(71);
        windows.texts.put(known, "scan".repeat(2_000));
        Window window = SampleReports.window(
                0,
                SampleReports.ruRecord("anna", 1, known, 0, 1, 1),
                SampleReports.ruRecord("bert", 1, known, 0, 1, 1),
                SampleReports.ruRecord("bert", 1, unknown, 0, 1, 1),
                SampleReports.ruRecord("bert", 1, Sha256.NONE, 0, 1, 1));
        assertThat(texts.ofPlans(window)).containsExactly(new TextMeta("H2/shop", known, "scan".repeat(1_024)));
        assertThat(drops.snapshot()).containsExactly(entry(DropReason.PLAN_META, new DropCount(1, 1)));
    }

    private static final String[] CHARACTERS = {"a", "é", "€", "𝄞"};

    @Test
    void cut_atMostFourKibibytes_isTheTextItself() {
        String text = "x".repeat(4_096);
        assertThat(ReportTexts.cut(text)).isSameAs(text);
        assertThat(ReportTexts.cut("€".repeat(1_365))).hasSize(1_365);
        assertThat(ReportTexts.cut("")).isEmpty();
    }

    @Test
    void cut_anyCharacters_isTheLongestBeginningThatFits() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            while (text.toString().getBytes(UTF_8).length <= 4_200) {
                text.append(CHARACTERS[random.nextInt(CHARACTERS.length)].repeat(1 + random.nextInt(40)));
            }
            String cut = ReportTexts.cut(text.toString());
            assertThat(text.toString()).as("seed=%d", seed).startsWith(cut);
            int bytes = cut.getBytes(UTF_8).length;
            assertThat(bytes).as("seed=%d", seed).isBetween(4_093, 4_096);
            String next = text.substring(cut.length(), text.offsetByCodePoints(cut.length(), 1));
            assertThat(bytes + next.getBytes(UTF_8).length).as("seed=%d", seed).isGreaterThan(4_096);
        }
    }
}
