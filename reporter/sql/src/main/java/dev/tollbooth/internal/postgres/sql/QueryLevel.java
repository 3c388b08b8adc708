package dev.tollbooth.internal.postgres.sql;

import java.util.Set;

/**
 * The size of one query, or of a pair of parentheses, during parsing. Not thread-safe.
 *
 * <p>H2 plans a derived table again for each plan of the outer query, so each level multiplies the time of planning.
 */
final class QueryLevel {

    /** A number above all limits. Sizes stop growing at this number, so that no product overflows. */
    private static final long HUGE = 1L << 28;

    /** The most tables for which H2 tries all join orders. For more tables it tries about as many orders. */
    private static final int MOST_ORDERED = 7;

    private static final int ORDERS_PER_TOKEN = 5;
    private static final int PLANS_OF_ONLY_TABLE = 3;
    private static final Set<String> SET_OPERATORS = Set.of("union", "intersect", "except", "minus");
    private static final Set<String> BEHIND_FROM =
            Set.of("where", "group", "having", "order", "limit", "offset", "fetch", "window");

    /**
     * The size of a query.
     *
     * @param depth the levels of queries, with those of its common table expressions
     * @param tables the number of tables, each counted as often as it is read
     * @param tokens the number of tokens, each counted as often as it is planned
     * @param rows the number of joined rows that come from no live table
     * @param operations one more than the multiplications and divisions for one value
     */
    record Size(int depth, long tables, long tokens, long rows, long operations) {

        static final Size OF_LIVE_TABLE = new Size(0, 1, 0, 1, 1);

        Size withRows(long number) {
            return new Size(depth, tables, tokens, number, operations);
        }
    }

    /** Whether this level is in the place of a table. */
    final boolean table;

    /** The name of the common table expression that this level defines; empty if it defines none. */
    final String definition;

    private boolean query;
    private boolean inFrom;
    private boolean inWith;
    private boolean inValues;
    private int depthBelow;
    private long tables;
    private long tokens;
    private long tokensBelow;
    private int tablesOfFrom;
    private long rows = 1;
    private long rowsOfUnion;
    private int openCases;
    private int operations;
    private int mostOperations;
    private long operationsBelow = 1;

    QueryLevel(boolean table, String definition) {
        this.table = table;
        this.definition = definition;
        this.inFrom = table; // a join in parentheses, unless a query begins here
    }

    /** Returns whether the parser is in a list of tables. */
    boolean inFrom() {
        return inFrom;
    }

    /** Returns whether the parser is in the definitions of WITH. */
    boolean inWith() {
        return inWith;
    }

    void word(String word) {
        tokens++;
        if (word.equals("with")) {
            inWith = !query;
        } else if (word.equals("select") || word.equals("values") || (word.equals("table") && !query)) {
            query = true;
            inWith = false;
            inFrom = false;
            inValues = word.equals("values");
        } else if (SET_OPERATORS.contains(word)) {
            endFrom();
            rowsOfUnion = Math.min(HUGE, rowsOfUnion + rows);
            rows = 1;
        } else if (BEHIND_FROM.contains(word)) {
            inFrom = false;
            endItem();
        } else if (word.equals("case") || word.equals("end")) {
            openCases += word.equals("case") ? 1 : -1;
        } else if ((word.equals("and") || word.equals("or")) && openCases == 0) {
            endItem(); // ends the expression
        }
    }

    /** Handles FROM; returns whether it begins a list of tables, unlike the FROM of {@code extract(x FROM y)}. */
    boolean from() {
        tokens++;
        inFrom |= query;
        endItem();
        return query;
    }

    void symbol(String symbol, boolean behindOperand) {
        tokens++;
        if (symbol.equals(",")) {
            rows = Math.min(HUGE, rows + (inValues ? 1 : 0));
            endItem();
        } else if (symbol.equals("/") || symbol.equals("%") || (symbol.equals("*") && behindOperand)) {
            operations++;
        }
    }

    private void endItem() {
        mostOperations = Math.max(mostOperations, operations);
        operations = 0;
    }

    /** Adds a table of FROM; {@code planned} says whether H2 plans it again with each plan of the query. */
    void addTable(Size size, boolean planned) {
        tablesOfFrom++;
        rows = Math.min(HUGE, rows * size.rows);
        tokens = Math.min(HUGE, tokens + (planned ? 0 : size.tokens));
        add(size, planned);
    }

    /** Adds a query, or other parentheses that are no table. */
    void add(Size size) {
        add(size, true);
    }

    private void add(Size size, boolean planned) {
        tables = Math.min(HUGE, tables + size.tables);
        depthBelow = Math.max(depthBelow, size.depth);
        tokensBelow = Math.min(HUGE, tokensBelow + (planned ? size.tokens : 0));
        operationsBelow = Math.max(operationsBelow, size.operations);
    }

    private void endFrom() {
        int ordered = Math.min(tablesOfFrom, MOST_ORDERED);
        long orders = 1;
        for (int i = 2; i <= ordered; i++) {
            orders *= i;
        }
        // each set of tables before a derived table can lead to another plan of it
        long plans = ordered > 1 ? 1L << ordered : ordered == 1 ? PLANS_OF_ONLY_TABLE : 1;
        tokens = Math.min(HUGE, tokens + orders / ORDERS_PER_TOKEN + tokensBelow * plans);
        tokensBelow = 0;
        tablesOfFrom = 0;
        inFrom = false;
        endItem();
    }

    /** Returns the total size at the end of this level. */
    Size size() {
        endFrom();
        return new Size(
                depthBelow + (query ? 1 : 0),
                tables,
                tokens,
                Math.min(HUGE, rowsOfUnion + rows),
                Math.min(HUGE, (1L + mostOperations) * operationsBelow));
    }
}
