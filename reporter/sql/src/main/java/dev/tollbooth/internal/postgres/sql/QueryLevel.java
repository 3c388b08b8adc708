package dev.tollbooth.internal.postgres.sql;

import java.util.Set;

/**
 * The size of one query, or of a pair of parentheses, while its tokens are read. Not thread-safe.
 *
 * <p>H2 plans a derived table again for each plan of the query around it, so planning grows with each level by a factor.
 */
final class QueryLevel {

    /** More than any limit. Sizes stop growing there, so that no product of two overflows. */
    private static final long HUGE = 1L << 28;

    /** H2 tries all orders of so many tables, and about as many orders of more. */
    private static final int MOST_ORDERED = 7;

    private static final int ORDERS_PER_TOKEN = 5;
    private static final int PLANS_OF_ONLY_TABLE = 3;
    private static final Set<String> SET_OPERATORS = Set.of("union", "intersect", "except", "minus");
    private static final Set<String> BEHIND_FROM =
            Set.of("where", "group", "having", "order", "limit", "offset", "fetch", "window");

    /**
     * The size of a query.
     *
     * @param depth levels of queries, with those of the common table expressions that it reads
     * @param tables tables, each as often as it is read
     * @param tokens tokens to plan, each as often as it is planned
     * @param rows rows that come of no live table
     * @param operations one more than the multiplications and divisions that one value goes through
     */
    record Size(int depth, long tables, long tokens, long rows, long operations) {

        static final Size OF_LIVE_TABLE = new Size(0, 1, 0, 1, 1);

        Size withRows(long number) {
            return new Size(depth, tables, tokens, number, operations);
        }
    }

    /** Whether it stands in the place of a table. */
    final boolean table;

    /** The name of the common table expression that it defines, empty if none. */
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
        this.inFrom = table; // a join in parentheses, unless it begins as a query
    }

    /** Whether a list of tables is being read. */
    boolean inFrom() {
        return inFrom;
    }

    /** Whether common table expressions are being defined. */
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
            endItem(); // no value goes on behind it
        }
    }

    /** The FROM of a query, where {@code query} is false for that of {@code extract(x FROM y)}. */
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

    /** Adds a table of FROM; {@code planned} tells whether H2 plans it with the query. */
    void addTable(Size size, boolean planned) {
        tablesOfFrom++;
        rows = Math.min(HUGE, rows * size.rows);
        tokens = Math.min(HUGE, tokens + (planned ? 0 : size.tokens));
        add(size, planned);
    }

    /** Adds a query or anything else in parentheses that is no table. */
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
        // each set of tables that comes before a derived table can be another way to read it
        long plans = ordered > 1 ? 1L << ordered : ordered == 1 ? PLANS_OF_ONLY_TABLE : 1;
        tokens = Math.min(HUGE, tokens + orders / ORDERS_PER_TOKEN + tokensBelow * plans);
        tokensBelow = 0;
        tablesOfFrom = 0;
        inFrom = false;
        endItem();
    }

    /** Returns the size of the whole; to be called at its end. */
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
