package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.provider.SqlTables;
import java.util.Locale;

/** The tables of the schema {@code performance_schema}. Tables that MySQL has, too, have MySQL's names. */
enum PerformanceTable {
    /** One row for each statement. */
    EVENTS_STATEMENTS_SUMMARY_BY_DIGEST,
    /** 450 rows for each statement: its latencies. */
    EVENTS_STATEMENTS_HISTOGRAM_BY_DIGEST,
    /** 450 rows: the latencies of all statements. */
    EVENTS_STATEMENTS_HISTOGRAM_GLOBAL,
    /** One row for each kind of event: statements, commits, rollbacks and connects. */
    EVENTS_STATEMENTS_SUMMARY_GLOBAL_BY_EVENT_NAME,
    /** Statements that run now. */
    ACTIVE_STATEMENTS,
    /** Request units of the last hour by user, statement, plan and item of time. */
    TOP_RU,
    /** Request units of the last hour by origin; empty unless request units are counted by origin. */
    TOP_RU_BY_ORIGIN,
    /** Each statement's figures by origin. */
    EVENTS_STATEMENTS_SUMMARY_BY_ORIGIN,
    /** Statements that one transaction executed ten times or more, by origin: a sign of N+1 queries. */
    REPETITIONS,
    /** Each statement's figures by plan in the last hour. */
    EVENTS_STATEMENTS_SUMMARY_BY_PLAN,
    /** Advice for the application. */
    TOLLBOOTH_ADVICE;

    /** Returns the name in SQL, in lower case, without the schema. */
    String tableName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name in SQL with the schema. */
    String qualifiedName() {
        return SqlTables.SCHEMA + "." + tableName();
    }
}
