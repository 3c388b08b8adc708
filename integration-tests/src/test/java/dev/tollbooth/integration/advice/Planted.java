package dev.tollbooth.integration.advice;

/** An application with one planted fault, and the same application without it. */
enum Planted {
    JDBC_LOOP("n-plus-one", JdbcWork.itemsOfEachParent(false), JdbcWork.itemsOfEachParent(true)),
    HIBERNATE_LAZY("n-plus-one", FrameworkWork.volumesOfShelves(false), FrameworkWork.volumesOfShelves(true)),
    JOOQ_LOOP("n-plus-one", FrameworkWork.jooqLoop(false), FrameworkWork.jooqLoop(true)),
    JDBC_SINGLE_ROWS("row-by-row", JdbcWork.inserts(false), JdbcWork.inserts(true)),
    HIBERNATE_UNBATCHED("row-by-row", FrameworkWork.persists(0), FrameworkWork.persists(50)),
    JDBC_AUTOCOMMIT("commit-each", JdbcWork.autocommit(true), JdbcWork.autocommit(false)),
    JDBC_CALL_INSIDE("waits-in-transaction", JdbcWork.call(true), JdbcWork.call(false)),
    JDBC_TEN_AT_A_TIME("small-fetches", JdbcWork.fetches(10), JdbcWork.fetches(1_000)),
    JDBC_ALL_AT_ONCE("whole-result", JdbcWork.export(0), JdbcWork.export(1_000)),
    JDBC_FIRST_OF_MANY("unread-rows", JdbcWork.firstRows(""), JdbcWork.firstRows(" LIMIT 5")),
    JDBC_CONCATENATED("literals", JdbcWork.concatenated(true), JdbcWork.concatenated(false)),
    JOOQ_LISTS("list-lengths", FrameworkWork.lists(false), FrameworkWork.lists(true)),
    JDBC_UNPOOLED("no-pool", JdbcWork.pooled(false), JdbcWork.pooled(true)),
    JDBC_TEST_QUERY("validation", JdbcWork.validated(true), JdbcWork.validated(false)),
    JDBC_MISSING_TABLE("always-fails", JdbcWork.missing(true), JdbcWork.missing(false)),
    JDBC_DUPLICATES("often-fails", JdbcWork.duplicates(""), JdbcWork.duplicates(" ON CONFLICT DO NOTHING")),
    JDBC_SLOW_ONES("long-tail", JdbcWork.tail(0.08), JdbcWork.tail(0));

    final String kind;
    final Application faulty;
    final Application mended;

    Planted(String kind, Application faulty, Application mended) {
        this.kind = kind;
        this.faulty = faulty;
        this.mended = mended;
    }
}
