package dev.tollbooth.internal.figure;

import static dev.tollbooth.internal.figure.Addition.DERIVED;
import static dev.tollbooth.internal.figure.Addition.LEAST;
import static dev.tollbooth.internal.figure.Addition.MOST;
import static dev.tollbooth.internal.figure.Addition.SUM;
import static dev.tollbooth.internal.figure.FigureUnit.BYTES;
import static dev.tollbooth.internal.figure.FigureUnit.EPOCH_SECONDS;
import static dev.tollbooth.internal.figure.FigureUnit.NANOS;

import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.statement.Quantile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a statement, user, origin, service, instance or fleet. Every table, JSON object, MBean and SQL table
 * takes its columns from this catalogue.
 */
public enum Figure {
    TIME("time", "SUM_TIMER_WAIT", "sum_latency_ns", NANOS, SUM, 5, "latency in all"),
    COUNT("count", "COUNT_STAR", "exec_count", SUM, 0, "executions, failed ones too"),
    AVG("avg", "AVG_TIMER_WAIT", "", NANOS, DERIVED, 0, "mean latency"),
    MIN("min", "MIN_TIMER_WAIT", "", NANOS, LEAST, 10, "least latency"),
    P50("P50", "P50", "", NANOS, DERIVED, 4, "median latency"),
    P95("P95", "P95", "", NANOS, DERIVED, 7, "latency that 5 in 100 executions exceed"),
    P99("P99", "P99", "", NANOS, DERIVED, 0, "latency that 1 in 100 executions exceeds"),
    P999(
            "P999",
            "P999",
            "",
            NANOS,
            DERIVED,
            1,
            "latency that 1 in 1,000 executions exceeds; says little for fewer executions"),
    MAX("max", "MAX_TIMER_WAIT", "max_latency_ns", NANOS, MOST, 2, "greatest latency"),
    MEASURED("measured", "n", "", DERIVED, 10, "executions behind P50 to P999"),
    ERRORS("errors", "SUM_ERRORS", "error_count", SUM, 0, "executions that failed"),
    WARNINGS("warnings", "SUM_WARNINGS", "warning_count", SUM, 10, "warnings seen"),
    ROWS("rows", "", "", DERIVED, 6, "rows read and changed"),
    ROWS_READ("rows read", "SUM_ROWS_SENT", "rows_read", SUM, 10, "rows that the application read"),
    ROWS_CHANGED(
            "rows changed",
            "SUM_ROWS_AFFECTED",
            "rows_affected",
            SUM,
            10,
            "rows changed, null if drivers did not report them"),
    ROWS_UNKNOWN(
            "unknown",
            "ROWS_UNKNOWN",
            "rows_unknown",
            SUM,
            10,
            "executions whose changed rows the driver did not report, or not all of them"),
    FETCH("fetch", "SUM_FETCH_WAIT", "sum_fetch_ns", NANOS, SUM, 10, "time spent reading rows"),
    ALLOCATED(
            "allocated",
            "SUM_CLIENT_BYTES",
            "sum_client_bytes",
            BYTES,
            SUM,
            8,
            "bytes allocated on the client, null if not measured"),
    REPEATED(
            "repeated",
            "REPEATED_EXECUTIONS",
            "repeated_executions",
            SUM,
            0,
            "executions in transactions that executed the statement ten times or more"),
    TRANSACTIONS(
            "transactions",
            "REPEATED_TRANSACTIONS",
            "repeated_transactions",
            SUM,
            0,
            "transactions that executed the statement ten times or more"),
    MOST_IN_TRANSACTION(
            "most",
            "MAX_PER_TRANSACTION",
            "max_per_transaction",
            MOST,
            0,
            "most executions in one transaction, or one scope in autocommit, which reveals an N+1; null if there was neither"),
    RU("RU", "SUM_RU", "", FigureUnit.RU, DERIVED, 0, "request units, null if unknown"),
    AVG_RU("RU of one", "AVG_RU", "", FigureUnit.RU, DERIVED, 10, "request units per execution, null if unknown"),
    RU_UNKNOWN("RU unknown", "", "", SUM, 10, "executions with unknown request units"),
    MAX_ALLOCATED("most allocated", "max_client_bytes", BYTES, MOST, "most bytes that one execution allocated"),
    READ("bytes read", "bytes_read", BYTES, SUM, "bytes that the application's getters returned"),
    BUFFERED("buffered", "bytes_buffered", BYTES, SUM, "bytes that results held and no getter returned, estimated"),
    FETCHES("fetches", "fetch_count", SUM, "calls that fetched rows, or could have"),
    CUT_SHORT("cut short", "closed_early_count", SUM, "result sets closed before their end"),
    LOOPED("looped", "looped_executions", SUM, "executions in loops in autocommit, ten or more in each"),
    LOOPS("loops", "loop_count", SUM, "loops in autocommit"),
    WAITS("waits", "wait_count", SUM, "pauses of 10 ms and more after it, inside a transaction"),
    WAITED("waited", "sum_wait_ns", NANOS, SUM, "time of those pauses"),
    TEXTS("texts", "text_count", MOST, "different SQL texts, about, 300 at most"),
    LIST_LENGTHS(
            "list lengths", "list_length_count", MOST, "different numbers of bind markers in those texts, 64 at most"),
    PLAN_COUNT("plans", "", "", DERIVED, 9, "plans that it ran by"),
    STATEMENTS("statements", "", "", DERIVED, 0, "statements that are not alike"),
    REPORTS("reports", "", "", SUM, 0, "reports read"),
    FIRST("first", "", "", EPOCH_SECONDS, LEAST, 10, "begin of the first window"),
    LAST("last", "", "", EPOCH_SECONDS, MOST, 10, "end of the last window");

    /** The source name of estimated request units. */
    public static final String ESTIMATE = Estimate.SOURCE;

    /** The figures that statements can be ordered by, in the order of columns. */
    public static final List<Figure> ORDERS =
            List.of(TIME, COUNT, AVG, P50, P95, P99, P999, MAX, ERRORS, ROWS, ALLOCATED, RU);

    /**
     * The figures of a row of the statement table: those with a column in the MBeans except {@link #REPEATED} and
     * {@link #TRANSACTIONS}, and {@link #ROWS}.
     */
    public static final List<Figure> OF_ROWS = Arrays.stream(values())
            .filter(figure -> !figure.column.isEmpty() || figure == ROWS)
            .filter(figure -> figure != REPEATED && figure != TRANSACTIONS)
            .toList();

    /** The figures that only advice uses. */
    public static final List<Figure> OF_ADVICE =
            Arrays.stream(values()).filter(Figure::isOfAdvice).toList();

    /** The figures of one origin of a statement. */
    public static final List<Figure> OF_ORIGINS =
            List.of(COUNT, TIME, ERRORS, ROWS_READ, FETCH, RU, MOST_IN_TRANSACTION, TRANSACTIONS, REPEATED);

    /** The figures of each kind of event: all statements, commits, rollbacks or connects. */
    public static final List<Figure> OF_EVENTS =
            List.of(COUNT, TIME, MIN, AVG, MAX, ERRORS, ROWS_CHANGED, ROWS_READ, ROWS_UNKNOWN);

    /** The figures of a statement's record in a report. */
    public static final List<Figure> OF_RECORDS =
            EnumSet.complementOf(EnumSet.of(MIN, PLAN_COUNT, STATEMENTS, REPORTS)).stream()
                    .filter(figure -> !figure.isOfAdvice())
                    .toList();

    /** The figures of {@link #ORDERS} for servers that report request units: RU comes first, as on a bill. */
    private static final List<Figure> TOLD_ORDERS = Stream.concat(
                    Stream.of(RU), ORDERS.stream().filter(figure -> figure != RU))
            .toList();

    private static final Map<String, Figure> BY_FIELD = Arrays.stream(values())
            .filter(figure -> !figure.field.isEmpty())
            .collect(Collectors.toUnmodifiableMap(Figure::field, figure -> figure));

    private final String key;
    private final String title;
    private final String column;
    private final String field;
    private final FigureUnit unit;
    private final Addition addition;
    private final int room;
    private final String sentence;

    Figure(String title, String column, String field, FigureUnit unit, Addition addition, int room, String sentence) {
        this.key = camelCase(name()) + unit.suffix();
        this.title = title;
        this.column = column;
        this.field = field;
        this.unit = unit;
        this.addition = addition;
        this.room = room;
        this.sentence = sentence;
    }

    /** Makes a figure that counts things. */
    Figure(String title, String column, String field, Addition addition, int room, String sentence) {
        this(title, column, field, FigureUnit.COUNT, addition, room, sentence);
    }

    /** Makes a figure that counts things, and that only advice uses. */
    Figure(String title, String field, Addition addition, String sentence) {
        this(title, field, FigureUnit.COUNT, addition, sentence);
    }

    /** Makes a figure that only advice uses, and that has no column in any table. */
    Figure(String title, String field, FigureUnit unit, Addition addition, String sentence) {
        this(title, "", field, unit, addition, 10, sentence);
    }

    /** Returns whether only advice uses this figure. Reports have the figure, but no table or page shows it. */
    public boolean isOfAdvice() {
        return compareTo(MAX_ALLOCATED) >= 0 && compareTo(LIST_LENGTHS) <= 0;
    }

    private static String camelCase(String name) {
        String words = name.toLowerCase(Locale.ROOT);
        for (int at = words.indexOf('_'); at >= 0; at = words.indexOf('_')) {
            words = words.substring(0, at) + Character.toUpperCase(words.charAt(at + 1)) + words.substring(at + 2);
        }
        return words;
    }

    /** Returns the key in JSON and CSV: the constant's name in camel case and the unit, such as {@code p99Nanos}. */
    public String key() {
        return key;
    }

    /** Returns the word for this figure in the option {@code --by}. */
    public String word() {
        return this == ALLOCATED ? "memory" : name().toLowerCase(Locale.ROOT);
    }

    /** Returns the heading of the column in a text for people. */
    public String title() {
        return title;
    }

    /** Returns the column in the MBeans, under MySQL's name if MySQL has the figure; empty if the MBeans lack it. */
    public String column() {
        return column;
    }

    /** Returns the field of this figure in the records of {@code report.proto}; empty if the records lack it. */
    public String field() {
        return field;
    }

    /** Returns a short description. */
    public String sentence() {
        return sentence;
    }

    /** Returns the place of this figure in arrays in memory. */
    @SuppressWarnings("EnumOrdinal") // never written anywhere
    public int index() {
        return ordinal();
    }

    /** Returns the unit. */
    public FigureUnit unit() {
        return unit;
    }

    /** Returns the rank by which a narrow table drops this column, the highest first; 0 for never. */
    public int room() {
        return room;
    }

    /** Returns whether the values of two rows add up, so that a row has a share of the total. */
    public boolean isAdditive() {
        return addition == SUM || this == ROWS || this == RU;
    }

    /** Returns whether many applications lack this figure, so that a text leaves out its empty column. */
    public boolean isOptional() {
        return this == ALLOCATED || this == RU || this == PLAN_COUNT || this == STATEMENTS;
    }

    /** Returns whether this figure is computed from other figures. */
    public boolean isDerived() {
        return addition == DERIVED;
    }

    /** Returns the rule that combines two values of this figure. */
    public Addition addition() {
        return addition;
    }

    /** Returns the quantile of this figure, null for other figures. */
    public @Nullable Quantile quantile() {
        return switch (this) {
            case P50 -> Quantile.P50;
            case P95 -> Quantile.P95;
            case P99 -> Quantile.P99;
            case P999 -> Quantile.P999;
            default -> null;
        };
    }

    /** Returns the value by which rows are ordered, the greatest first; -1 if unknown. */
    public double rank(Figures figures) {
        Number number = figures.get(this);
        return number == null ? -1 : number.doubleValue();
    }

    /** Returns {@code rows} by {@link #rank}, the greatest first; rows of the same rank keep their order. */
    public <R> List<R> sorted(Collection<R> rows, Function<R, Figures> figures) {
        record Ranked<R>(double rank, R row) {} // computed once per row, because a quantile reads all buckets
        return rows.stream()
                .map(row -> new Ranked<>(rank(figures.apply(row)), row))
                .sorted(Comparator.comparingDouble((Ranked<R> each) -> each.rank)
                        .reversed())
                .map(Ranked::row)
                .toList();
    }

    /**
     * Returns the columns of a statement, the figures of {@link #ORDERS}.
     *
     * @param ruIsTold whether a server reports request units; if so, request units come first
     */
    public static List<Figure> orders(boolean ruIsTold) {
        return ruIsTold ? TOLD_ORDERS : ORDERS;
    }

    /** Returns the figure of {@link #ORDERS} with that {@link #word} or title, in any case; null if there is none. */
    public static @Nullable Figure ofWord(String word) {
        return ORDERS.stream()
                .filter(figure -> figure.word().equalsIgnoreCase(word) || figure.title.equalsIgnoreCase(word))
                .findFirst()
                .orElse(null);
    }

    /** Returns the figure with a {@link #field}; null if there is none. */
    public static @Nullable Figure ofField(String field) {
        return BY_FIELD.get(field);
    }

    /** Returns the words of {@link #ORDERS}; {@code memory}, which is optional, comes last. */
    public static List<String> words() {
        List<String> words = new ArrayList<>();
        ORDERS.forEach(figure -> words.add(figure.word()));
        words.remove(ALLOCATED.word());
        words.add(ALLOCATED.word());
        return words;
    }
}
