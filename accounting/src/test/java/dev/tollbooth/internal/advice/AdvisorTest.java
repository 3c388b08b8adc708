package dev.tollbooth.internal.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests each kind of advice with figures just above and just below its threshold. */
class AdvisorTest {

    private static final long MILLI = 1_000_000;
    private static final String SELECT = "select * from `item` where `id` = ?";
    private static final String INSERT = "insert into `item` values ( ... )";

    private static AdvisedStatement statement(String text, Figures.Builder figures) {
        return new AdvisedStatement(
                "shop", TextDigest.ofNormalized(text, text), figures.build(), Map.of(), AdvisedStatement.Clues.NONE);
    }

    /** Returns figures of {@code count} executions of a millisecond each. */
    private static Figures.Builder executions(long count) {
        return Figures.builder()
                .set(Figure.COUNT, count)
                .set(Figure.TIME, count * MILLI)
                .set(Figure.MIN, MILLI / 4)
                .set(Figure.FIRST, 1_000)
                .set(Figure.LAST, 4_600);
    }

    private static List<Advice> advise(AdvisedStatement... statements) {
        return advise(Figures.NONE, Figures.NONE, statements);
    }

    private static List<Advice> advise(Figures ends, Figures connects, AdvisedStatement... statements) {
        return new Advisor(List.of()).advise(new AdvisedWorkload(List.of(statements), ends, connects));
    }

    private static List<String> kinds(AdvisedStatement... statements) {
        return advise(statements).stream().map(Advice::kind).toList();
    }

    private static Advice only(AdvisedStatement... statements) {
        List<Advice> found = advise(statements);
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static Figures.Builder repeated(long executions, long transactions) {
        return executions(executions)
                .set(Figure.REPEATED, executions)
                .set(Figure.TRANSACTIONS, transactions)
                .set(Figure.ROWS_CHANGED, executions);
    }

    @Test
    void nPlusOne_selectRepeatedInTransactions_savesAllButOneOfEach() {
        AdvisedStatement loop = new AdvisedStatement(
                "shop",
                TextDigest.ofNormalized(SELECT, "SELECT item"),
                repeated(1_000, 20).ru("estimate", 500.0).build(),
                Map.of(
                        "GET /orders",
                                Figures.builder().set(Figure.REPEATED, 900).build(),
                        "job", Figures.builder().set(Figure.REPEATED, 100).build()),
                new AdvisedStatement.Clues("SELECT orders", null, null, null));
        Advice advice = only(loop, statement("select ? from `dual2`", executions(1_000)));
        assertThat(advice.kind()).isEqualTo("n-plus-one");
        assertThat(advice.about()).isEqualTo("SELECT item");
        assertThat(advice.origin()).isEqualTo("GET /orders");
        assertThat(advice.savedRoundTrips()).isEqualTo(980);
        assertThat(advice.savedSeconds()).isEqualTo(0.98, within(1e-9));
        assertThat(advice.savedRuPerHour()).isEqualTo(490, within(1e-6));
        assertThat(advice.share()).isEqualTo(0.49, within(1e-9));
        assertThat(advice.why())
                .isEqualTo("executed 50 times on average in 20 transactions or scopes, after SELECT orders");
        assertThat(advice.evidence()).containsEntry("repeated", 1_000L).containsEntry("transactions", 20L);
        assertThat(kinds(statement(SELECT, executions(1_000).set(Figure.REPEATED, 0))))
                .isEmpty();
    }

    @Test
    void nPlusOne_aColdExecution_savesTheUsualTime() {
        AdvisedStatement cold = tailed(2_000, 1, 1_000);
        Figures.Builder figures =
                cold.figures().toBuilder().set(Figure.REPEATED, 1_000).set(Figure.TRANSACTIONS, 20);
        Advice advice = only(statement(SELECT, figures));
        assertThat(advice.kind()).isEqualTo("n-plus-one");
        assertThat(advice.savedSeconds()).as("980 times 0.1 ms, and not 2 s").isBetween(0.09, 0.2);
    }

    @Test
    void advise_savesLessThanAHundredth_isNotShown() {
        AdvisedStatement others = statement("select ? from `others`", executions(10_000));
        assertThat(kinds(others, statement(SELECT, repeated(110, 5)))).containsExactly("n-plus-one");
        assertThat(kinds(others, statement(SELECT, repeated(100, 5)))).isEmpty();
    }

    @Test
    void rowByRow_singleRowInserts_savesWhatBatchesOfFiftyDo() {
        Advice advice = only(statement(INSERT, repeated(500, 5)));
        assertThat(advice.kind()).isEqualTo("row-by-row");
        assertThat(advice.savedRoundTrips()).isEqualTo(490);
        assertThat(kinds(statement(INSERT, repeated(500, 5).set(Figure.ROWS_CHANGED, 1_000))))
                .containsExactly("row-by-row");
        assertThat(kinds(statement(INSERT, repeated(500, 5).set(Figure.ROWS_CHANGED, 1_001))))
                .isEmpty();
        assertThat(kinds(statement("create table `item` ( ... )", repeated(500, 5))))
                .isEmpty();
    }

    @Test
    void commitEach_loopOfInsertsInAutocommit_savesCommitsButOne() {
        AdvisedStatement loop =
                statement(INSERT, executions(1_000).set(Figure.LOOPED, 1_000).set(Figure.LOOPS, 10));
        Advice advice = only(loop);
        assertThat(advice.kind()).isEqualTo("commit-each");
        assertThat(advice.savedSeconds()).isEqualTo(0.66, within(1e-9));
        Figures commits = Figures.builder()
                .set(Figure.COUNT, 100)
                .set(Figure.TIME, 20 * MILLI)
                .build();
        assertThat(advise(commits, Figures.NONE, loop).get(0).savedSeconds()).isEqualTo(0.198, within(1e-9));
        assertThat(kinds(statement(
                        SELECT, executions(1_000).set(Figure.LOOPED, 1_000).set(Figure.LOOPS, 10))))
                .isEmpty();
    }

    private static AdvisedStatement waiting(long waits, long millis, long count) {
        return new AdvisedStatement(
                "shop",
                TextDigest.ofNormalized(INSERT, "INSERT item"),
                executions(count)
                        .set(Figure.WAITS, waits)
                        .set(Figure.WAITED, waits * millis * MILLI)
                        .build(),
                Map.of(),
                new AdvisedStatement.Clues(null, "UPDATE stock", null, null));
    }

    @Test
    void waitsInTransaction_longPausesAfterAStatement_namesBothSides() {
        Advice advice = only(waiting(20, 20, 200));
        assertThat(advice.kind()).isEqualTo("waits-in-transaction");
        assertThat(advice.savedSeconds()).isEqualTo(0.4, within(1e-9));
        assertThat(advice.why()).contains("20.0 ms").endsWith("between this statement and UPDATE stock");
        assertThat(kinds(waiting(19, 20, 190))).isEmpty();
        assertThat(kinds(waiting(20, 19, 200))).isEmpty();
        assertThat(kinds(waiting(20, 20, 201))).isEmpty();
    }

    @Test
    void waitsInTransaction_tenthOfAllTime_isShown() {
        assertThat(kinds(waiting(20, 20, 200), statement(SELECT, executions(3_400))))
                .contains("waits-in-transaction");
        assertThat(kinds(waiting(20, 20, 200), statement(SELECT, executions(3_401))))
                .isEmpty();
    }

    private static AdvisedStatement fetching(long count, long fetches, long rows) {
        return statement(
                SELECT,
                executions(count)
                        .set(Figure.FETCHES, fetches)
                        .set(Figure.ROWS_READ, rows)
                        .set(Figure.FETCH, fetches * MILLI));
    }

    @Test
    void smallFetches_fewRowsEach_savesFetchesBeyondThousandRows() {
        Advice advice = only(fetching(100, 500, 25_000));
        assertThat(advice.kind()).isEqualTo("small-fetches");
        assertThat(advice.savedRoundTrips()).isEqualTo(375);
        assertThat(advice.savedSeconds()).isEqualTo(0.375, within(1e-9));
        assertThat(kinds(fetching(100, 499, 20_000))).isEmpty();
        assertThat(kinds(fetching(100, 500, 25_001))).isEmpty();
    }

    private static AdvisedStatement whole(long bytes, long rows) {
        return statement(SELECT, executions(10).set(Figure.MAX_ALLOCATED, bytes).set(Figure.ROWS_READ, rows));
    }

    @Test
    void wholeResult_sixteenMegabytesAtOnce_isShown() {
        assertThat(only(whole(16 << 20, 1_000)).kind()).isEqualTo("whole-result");
        assertThat(kinds(whole((16 << 20) - 1, 1_000))).isEmpty();
        assertThat(kinds(whole(16 << 20, 999))).isEmpty();
    }

    private static AdvisedStatement unread(long cut, long buffered, long read) {
        return statement(
                SELECT,
                executions(100)
                        .set(Figure.CUT_SHORT, cut)
                        .set(Figure.BUFFERED, buffered)
                        .set(Figure.READ, read));
    }

    @Test
    void unreadRows_closedEarlyWithMuchBuffered_savesTheirPart() {
        Advice advice = only(unread(50, 100 * (64 << 10), 10_000));
        assertThat(advice.kind()).isEqualTo("unread-rows");
        assertThat(advice.savedSeconds()).isEqualTo(0.0998, within(0.0001));
        assertThat(kinds(unread(49, 100 * (64 << 10), 10_000))).isEmpty();
        assertThat(kinds(unread(50, 100 * (64 << 10) - 1, 10_000))).isEmpty();
        assertThat(kinds(unread(50, 100 * (64 << 10), 330_000))).isEmpty();
    }

    @Test
    void literals_hundredTexts_areToldFromLists() {
        assertThat(only(statement(SELECT, executions(200).set(Figure.TEXTS, 100).set(Figure.LIST_LENGTHS, 1)))
                        .kind())
                .isEqualTo("literals");
        assertThat(kinds(statement(SELECT, executions(200).set(Figure.TEXTS, 99).set(Figure.LIST_LENGTHS, 1))))
                .isEmpty();
        String list = "select * from `item` where `id` in ( ... )";
        assertThat(kinds(statement(list, executions(200).set(Figure.TEXTS, 100).set(Figure.LIST_LENGTHS, 13))))
                .containsExactly("list-lengths");
        assertThat(kinds(statement(list, executions(200).set(Figure.TEXTS, 8).set(Figure.LIST_LENGTHS, 8))))
                .containsExactly("list-lengths");
        assertThat(kinds(statement(list, executions(200).set(Figure.TEXTS, 7).set(Figure.LIST_LENGTHS, 7))))
                .isEmpty();
    }

    @Test
    void noPool_connectForTenExecutions_isShown() {
        Figures connects = Figures.builder()
                .set(Figure.COUNT, 20)
                .set(Figure.TIME, 200 * MILLI)
                .build();
        List<Advice> found = advise(Figures.NONE, connects, statement(SELECT, executions(200)));
        assertThat(found).extracting(Advice::kind).containsExactly("no-pool");
        assertThat(found.get(0).savedRoundTrips()).isEqualTo(18);
        assertThat(found.get(0).savedSeconds()).isEqualTo(0.18, within(1e-9));
        assertThat(advise(Figures.NONE, connects, statement(SELECT, executions(201))))
                .isEmpty();
    }

    @Test
    void validation_tenthOfRoundTrips_isShown() {
        AdvisedStatement others = statement(SELECT, executions(900));
        assertThat(kinds(others, statement("select ?", executions(100)))).containsExactly("validation");
        assertThat(kinds(others, statement("select ?", executions(99)))).isEmpty();
        assertThat(kinds(others, statement("set `search_path` = ?", executions(100))))
                .containsExactly("validation");
    }

    private static AdvisedStatement failing(long errors, long count, String sqlState) {
        return statement(
                SELECT,
                executions(count).set(Figure.ERRORS, errors).errorsByClass(new TreeMap<>(Map.of(sqlState, errors))));
    }

    @Test
    void fails_alwaysOrOften_saysWhatItsClassMeans() {
        assertThat(only(failing(5, 5, "42")).kind()).isEqualTo("always-fails");
        assertThat(kinds(failing(4, 4, "42"))).isEmpty();
        Advice often = only(failing(10, 200, "40"));
        assertThat(often.kind()).isEqualTo("often-fails");
        assertThat(often.remedy()).contains("Deadlocks");
        assertThat(often.savedRoundTrips()).isEqualTo(10);
        assertThat(kinds(failing(10, 201, "40"))).isEmpty();
        assertThat(kinds(failing(9, 100, "40"))).isEmpty();
        assertThat(only(failing(9, 9, "23"), statement(INSERT, executions(100_000)))
                        .share())
                .isLessThan(0.01);
    }

    private static AdvisedStatement tailed(long millis, int slow, int count) {
        long[] counts = new long[LatencyBuckets.COUNT];
        counts[LatencyBuckets.index(MILLI / 10)] = count - slow;
        counts[LatencyBuckets.index(millis * MILLI)] = slow;
        HistogramSnapshot histogram = HistogramSnapshot.of(0, counts);
        return statement(
                SELECT,
                Figures.builder()
                        .set(Figure.COUNT, count)
                        .set(Figure.TIME, slow * millis * MILLI + (count - slow) * MILLI / 10)
                        .histogram(histogram));
    }

    @Test
    void longTail_hundredTimesTheMedian_isNoneWhereOthersHaveOneToo() {
        AdvisedStatement even = tailed(1, 0, 1_000);
        assertThat(kinds(even, tailed(20, 30, 1_000))).containsExactly("long-tail");
        assertThat(kinds(even, tailed(20, 30, 999))).isEmpty();
        assertThat(kinds(even, tailed(5, 30, 1_000))).isEmpty();
        assertThat(kinds(tailed(20, 30, 1_000), tailed(20, 30, 1_000))).isEmpty();
    }

    @Test
    void timeInNetwork_thirdOfTimeInEqualMinimaOfThreeStatements_isShown() {
        AdvisedStatement first = statement(SELECT, executions(380).set(Figure.MIN, MILLI / 2));
        AdvisedStatement second = statement("select ? from `a`", executions(10).set(Figure.MIN, MILLI * 6 / 10));
        AdvisedStatement third = statement("select ? from `b`", executions(10).set(Figure.MIN, MILLI * 7 / 10));
        AdvisedStatement slow = statement(INSERT, executions(200).set(Figure.MIN, MILLI * 9 / 10));
        assertThat(kinds(first, second, third, slow)).containsExactly("time-in-network");
        assertThat(kinds(first, second, slow)).isEmpty();
        AdvisedStatement slower = statement(INSERT, executions(201).set(Figure.MIN, MILLI * 9 / 10));
        assertThat(kinds(first, second, third, slower)).isEmpty();
    }

    @Test
    void mute_kindOrDigest_leavesItOut() {
        AdvisedStatement loop = statement(SELECT, repeated(1_000, 20));
        String digest = loop.digest().hex();
        AdvisedWorkload all = new AdvisedWorkload(List.of(loop), Figures.NONE, Figures.NONE);
        for (String muted : List.of("n-plus-one", "n-plus-one:" + digest, "n-plus-one:" + digest.substring(0, 4))) {
            assertThat(new Advisor(List.of("validation", muted)).advise(all))
                    .as(muted)
                    .isEmpty();
        }
        for (String other : List.of("", "row-by-row", "n-plus-one:0123", "n-plus")) {
            assertThat(new Advisor(List.of(other)).advise(all)).as(other).hasSize(1);
        }
    }
}
