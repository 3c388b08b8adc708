package dev.tollbooth.integration.tidb;

import java.util.List;

/**
 * The behaviours of TiDB that its replacement imitates, one row each, with the sentence of TiDB's documents.
 *
 * <p>The first rows are kinds of statements, found by their first word; the others are circumstances of a statement.
 */
enum TidbBehaviour {
    QUERY(true, "Written only for SELECT, set operations", "SELECT", "TABLE", "VALUES", "WITH"),
    WRITE(true, "Written only for INSERT/REPLACE, UPDATE, DELETE", "INSERT", "REPLACE", "UPDATE", "DELETE"),
    SHOW(true, "Written only for SHOW; so SHOW WARNINGS overwrites what it follows", "SHOW"),
    CALL(true, "Written only for CALL, EXECUTE", "CALL", "EXECUTE"),
    COMMIT(false, "After COMMIT, SET, USE, DDL, EXPLAIN, BEGIN and after errors it is stale", "COMMIT"),
    ROLLBACK(false, "Written only for SELECT, ..., EXECUTE: not for ROLLBACK", "ROLLBACK"),
    BEGIN(false, "After COMMIT, SET, USE, DDL, EXPLAIN, BEGIN and after errors it is stale", "BEGIN", "START"),
    SET(false, "After COMMIT, SET, USE, DDL, EXPLAIN, BEGIN and after errors it is stale", "SET"),
    USE(false, "After COMMIT, SET, USE, DDL, EXPLAIN, BEGIN and after errors it is stale", "USE"),
    DDL(
            false,
            "After COMMIT, SET, USE, DDL, EXPLAIN, BEGIN and after errors it is stale",
            "CREATE",
            "ALTER",
            "DROP",
            "TRUNCATE",
            "RENAME"),
    EXPLAIN(
            false,
            "After COMMIT, SET, USE, DDL, EXPLAIN, BEGIN and after errors it is stale",
            "EXPLAIN",
            "DESCRIBE",
            "DESC"),
    /** Anything else: not in the list of those that write. */
    OTHER(false, "Written only for SELECT, set operations, INSERT/REPLACE, ..., EXECUTE"),

    WRITTEN_AT_THE_LAST_ROW(true, "after the result set is read or closed (TiDB writes it then)"),
    OVERWRITTEN_BY_THE_QUESTION(true, "Once: the question overwrites the answer with its own"),
    STALE_IF_IT_CAN_NOT_RUN(false, "after errors it is stale"),
    ERROR_IF_IT_FAILED_RUNNING(true, "(+ \"error\" where it failed; since v7.6 has ru_consumption)"),
    COST_OF_WRITING_IS_THE_COMMITS(true, "Write RU of an explicit transaction sits in its COMMIT and cannot be seen"),
    ZERO_WITHOUT_RESOURCE_CONTROL(true, "0 with tidb_enable_resource_control off is off"),
    NO_CONSUMPTION_BEFORE_7_6(true, "(+ \"error\" where it failed; since v7.6 has ru_consumption)"),
    SECOND_MODEL_BESIDE_THE_FIRST(true, "ru_v2_consumption beside ru_consumption (TiDB pull request 71145)"),
    QUESTION_CHANGES_DIAGNOSTICS(true, "The extra SELECT changes ROW_COUNT(), FOUND_ROWS() and SHOW WARNINGS"),
    LAST_INSERT_ID_SURVIVES(true, "LAST_INSERT_ID() survives");

    final boolean writesInfo;
    final String source;
    private final List<String> words;

    TidbBehaviour(boolean writesInfo, String source, String... words) {
        this.writesInfo = writesInfo;
        this.source = source;
        this.words = List.of(words);
    }

    /** Returns the kind of a statement by its first word, in upper case. */
    static TidbBehaviour of(String word) {
        for (TidbBehaviour behaviour : values()) {
            if (behaviour.words.contains(word)) {
                return behaviour;
            }
        }
        return OTHER;
    }
}
