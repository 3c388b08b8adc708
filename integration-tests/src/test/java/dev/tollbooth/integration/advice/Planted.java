package dev.tollbooth.integration.advice;

/** An application with one planted fault, and the same application without it. */
enum Planted {
    JDBC_LOOP("n-plus-one", "SELECT item", JdbcWork.itemsOfEachParent(false), JdbcWork.itemsOfEachParent(true)),
    HIBERNATE_LAZY(
            "n-plus-one", "select Volume", FrameworkWork.volumesOfShelves(false), FrameworkWork.volumesOfShelves(true)),
    JOOQ_LOOP("n-plus-one", "select item", FrameworkWork.jooqLoop(false), FrameworkWork.jooqLoop(true)),
    JDBC_SINGLE_ROWS("row-by-row", "INSERT history", JdbcWork.inserts(false), JdbcWork.inserts(true)),
    HIBERNATE_UNBATCHED("row-by-row", "insert Volume", FrameworkWork.persists(0), FrameworkWork.persists(50)),
    JDBC_AUTOCOMMIT("commit-each", "INSERT history", JdbcWork.autocommit(true), JdbcWork.autocommit(false)),
    JDBC_CALL_INSIDE("waits-in-transaction", "INSERT history", JdbcWork.call(true), JdbcWork.call(false)),
    JDBC_TEN_AT_A_TIME("small-fetches", "SELECT item", JdbcWork.fetches(10), JdbcWork.fetches(1_000)),
    JDBC_ALL_AT_ONCE("whole-result", "SELECT document", JdbcWork.export(0), JdbcWork.export(1_000)),
    JDBC_FIRST_OF_MANY("unread-rows", "SELECT document", JdbcWork.firstRows(""), JdbcWork.firstRows(" LIMIT 5")),
    JDBC_CONCATENATED("literals", "SELECT item", JdbcWork.concatenated(true), JdbcWork.concatenated(false)),
    JOOQ_LISTS("list-lengths", "select item", FrameworkWork.lists(false), FrameworkWork.lists(true)),
    JDBC_UNPOOLED("no-pool", "all statements", JdbcWork.pooled(false), JdbcWork.pooled(true)),
    JDBC_TEST_QUERY("validation", "SELECT", JdbcWork.validated(true), JdbcWork.validated(false)),
    JDBC_MISSING_TABLE("always-fails", "SELECT missing", JdbcWork.missing(true), JdbcWork.missing(false)),
    JDBC_DUPLICATES(
            "often-fails",
            "INSERT unique_item",
            JdbcWork.duplicates(""),
            JdbcWork.duplicates(" ON CONFLICT DO NOTHING")),
    JDBC_SLOW_ONES("long-tail", "SELECT item", JdbcWork.tail(0.08), JdbcWork.tail(0));

    final String kind;
    /** The summary of the statement that has the fault. */
    final String about;

    final Application faulty;
    final Application mended;

    Planted(String kind, String about, Application faulty, Application mended) {
        this.kind = kind;
        this.about = about;
        this.faulty = faulty;
        this.mended = mended;
    }
}
