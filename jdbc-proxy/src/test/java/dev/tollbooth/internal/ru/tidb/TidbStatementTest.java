package dev.tollbooth.internal.ru.tidb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.digest.TextNormalizer;
import dev.tollbooth.statement.SqlDialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for which statements TiDB reports a cost, and how they change the state of the transaction. */
final class TidbStatementTest {

    private static final TextNormalizer NORMALIZER = new TextNormalizer(SqlDialect.TIDB, DigestOptions.DEFAULT);

    private static TextDigest digest(String sql) {
        return NORMALIZER.digest(sql);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT 1 | READ",
                "/* of a driver */ select * from t | READ",
                "(SELECT 1) UNION (SELECT 2) | READ",
                "TABLE t | READ",
                "VALUES ROW(1, 2) | READ",
                "SHOW TABLES | READ",
                "WITH x AS (SELECT 1) SELECT * FROM x | READ",
                "WITH x AS (SELECT 1) UPDATE t SET a = 1 | WRITE",
                "INSERT INTO t VALUES (1) | WRITE",
                "REPLACE INTO t VALUES (1) | WRITE",
                "UPDATE t SET a = 1 | WRITE",
                "DELETE FROM t | WRITE",
                "LOAD DATA LOCAL INFILE 'x' INTO TABLE t | WRITE",
                "IMPORT INTO t FROM 's3://x' | WRITE",
                "{call p(1)} | WRITE",
                "{? = call p(1)} | WRITE",
                "EXECUTE s USING @a | WRITE",
                "SELECT SQL_CALC_FOUND_ROWS a FROM t LIMIT 1 | SILENT",
                "SHOW WARNINGS | SILENT",
                "SELECT 1; SELECT 2 | SILENT",
                "BEGIN; UPDATE t SET a = 1 | AUTOCOMMIT",
                "SET @a = 1 | SILENT",
                "USE shop | SILENT",
                "EXPLAIN SELECT 1 | SILENT",
                "DESC t | SILENT",
                "LOAD STATS 'x' | SILENT",
                "BEGIN | BEGIN",
                "START TRANSACTION READ ONLY | BEGIN",
                "COMMIT | END",
                "ROLLBACK | END",
                "ROLLBACK TO SAVEPOINT a | SILENT",
                "TRUNCATE TABLE t | END",
                "SET autocommit = 0 | AUTOCOMMIT",
                "SET SESSION autocommit = 1 | AUTOCOMMIT",
            })
    void of_statement_isByItsFirstWords(String sql, TidbStatement expected) {
        assertThat(TidbStatement.of(digest(sql))).as(sql).isEqualTo(expected);
    }

    @Test
    void insertsARowEach_onlyWhereRowsAffectedAreMembers() {
        assertThat(TidbStatement.insertsARowEach(digest("INSERT INTO t (a, b) VALUES (?, ?)")))
                .isTrue();
        assertThat(TidbStatement.insertsARowEach(digest("INSERT INTO t VALUES (?) ON DUPLICATE KEY UPDATE a = 1")))
                .isFalse();
        assertThat(TidbStatement.insertsARowEach(digest("INSERT IGNORE INTO t VALUES (?)")))
                .isFalse();
        assertThat(TidbStatement.insertsARowEach(digest("INSERT INTO t SELECT * FROM u")))
                .isFalse();
        assertThat(TidbStatement.insertsARowEach(digest("REPLACE INTO t VALUES (?)")))
                .isFalse();
    }
}
