package dev.tollbooth.integration.advice;

/** An application with one planted fault, and the same application without it. */
enum Planted {
    JDBC_LOOP("n-plus-one", "SELECT item", JdbcWork.itemsOfEachParent(false), JdbcWork.itemsOfEachParent(true)),
    HIBERNATE_LAZY(
            "n-plus-one", "select Volume", FrameworkWork.volumesOfShelves(false), FrameworkWork.volumesOfShelves(true)),
    JOOQ_LOOP("n-plus-one", "select item", FrameworkWork.jooqLoop(false), FrameworkWork.jooqLoop(true)),
    JDBC_SAME_AGAIN("same-again", "SELECT parent", JdbcWork.total(9), JdbcWork.total(1)),
    JDBC_SINGLE_ROWS("row-by-row", "INSERT history", JdbcWork.inserts(false), JdbcWork.inserts(true)),
    HIBERNATE_UNBATCHED("row-by-row", "insert Volume", FrameworkWork.persists(0), FrameworkWork.persists(50)),
    SPRING_BATCH_SINGLE_ROWS("row-by-row", "INSERT history", new SpringBatchWork(false), new SpringBatchWork(true)),
    JDBC_AUTOCOMMIT("commit-each", "INSERT slow_commit", JdbcWork.autocommit(true), JdbcWork.autocommit(false)),
    JDBC_CALL_INSIDE("waits-in-transaction", "INSERT history", JdbcWork.call(true), JdbcWork.call(false), 0, 1.0),
    JDBC_TEN_AT_A_TIME("small-fetches", "SELECT item", JdbcWork.fetches(10), JdbcWork.fetches(1_000), 495, 0),
    JDBC_ALL_AT_ONCE("whole-result", "SELECT document", JdbcWork.export(0), JdbcWork.export(1_000)),
    JDBC_FIRST_OF_MANY("unread-rows", "SELECT document", JdbcWork.firstRows(""), JdbcWork.firstRows(" LIMIT 5")),
    JDBC_ALL_COLUMNS("unread-columns", "SELECT wide", JdbcWork.columns("*"), JdbcWork.columns("id, a")),
    JDBC_CONCATENATED("literals", "SELECT item", JdbcWork.concatenated(true), JdbcWork.concatenated(false)),
    JOOQ_LISTS("list-lengths", "select item", FrameworkWork.lists(false), FrameworkWork.lists(true)),
    JDBC_UNPOOLED("no-pool", "all statements", JdbcWork.pooled(false), JdbcWork.pooled(true), 38, 0),
    JDBC_TEST_QUERY("validation", "SELECT", JdbcWork.validated(true), JdbcWork.validated(false)),
    JDBC_MISSING_TABLE("always-fails", "SELECT missing", JdbcWork.missing(true), JdbcWork.missing(false)),
    JDBC_DUPLICATES("often-fails", "INSERT unique_item", JdbcWork.duplicates(true), JdbcWork.duplicates(false)),
    JDBC_INDEX_LOST("slower-since", "SELECT lookup", new IndexLost(true), new IndexLost(false)),
    JDBC_SLOW_ONES("long-tail", "SELECT item", JdbcWork.tail(0.2), JdbcWork.tail(0)),
    HELD_OUT_CATALOGUE("n-plus-one", "SELECT item", HeldOutWork.catalogue(false), HeldOutWork.catalogue(true)),
    HELD_OUT_MAIL("waits-in-transaction", "SELECT item", HeldOutWork.mail(true), HeldOutWork.mail(false), 0, 1.2),
    HELD_OUT_BOOKING("same-again", "SELECT parent", HeldOutWork.booking(false), HeldOutWork.booking(true));

    final String kind;
    /** The summary of the statement with the fault. */
    final String about;

    final Application faulty;
    final Application mended;

    private final long trips;
    private final double seconds;

    Planted(String kind, String about, Application faulty, Application mended) {
        this(kind, about, faulty, mended, 0, 0);
    }

    /**
     * @param trips the round trips of the fault, if they are no executions; 0 if they are
     * @param seconds the application's sleep while it holds a connection; 0 if the fault costs statement time
     */
    Planted(String kind, String about, Application faulty, Application mended, long trips, double seconds) {
        this.kind = kind;
        this.about = about;
        this.faulty = faulty;
        this.mended = mended;
        this.trips = trips;
        this.seconds = seconds;
    }

    /** Returns the round trips that the mended application does not have. */
    long trips(Run bad, Run good) {
        return trips > 0 ? trips : bad.executions() - good.executions();
    }

    /** Returns whether the seconds of both applications are compared. */
    boolean isTimed() {
        return seconds == 0;
    }

    /** Returns the time that the mended application does not take. */
    double seconds(Run bad, Run good) {
        return isTimed() ? bad.secondsUnlike(good, about) - good.secondsUnlike(bad, about) : seconds;
    }
}
