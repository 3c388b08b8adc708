package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StatementKindTest {

    private final DigestCache digests = new DigestCache(SqlDialect.POSTGRESQL, DigestOptions.DEFAULT, 1 << 20);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT * FROM orders | READ",
                "SELECT * FROM \"INSERT\" FOR UPDATE | READ",
                "SELECT last_update FROM t JOIN u USING (merge_id) | READ",
                "SELECT 1; DROP TABLE t | WRITE",
                "SELECT 1; UPDATE t SET a = 1 | WRITE",
                "WITH x AS (SELECT 1) SELECT * FROM x | READ",
                "WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x | WRITE",
                "INSERT INTO t SELECT * FROM u | WRITE",
                "UPDATE t SET a = 1 | WRITE",
                "create table t (a int) | WRITE",
                "CALL shop_total(1) | READ",
                "SET search_path = x | OTHER",
                "BEGIN | OTHER",
                "SET x = 1; DELETE FROM t | WRITE"
            })
    void kind_ofStatement_isAsItsVerbsTell(String sql, StatementKind kind) {
        assertThat(digests.get(sql).kind()).isEqualTo(kind);
    }
}
