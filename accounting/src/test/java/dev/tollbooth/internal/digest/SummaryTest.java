package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SummaryTest {

    private final TextNormalizer tidb = new TextNormalizer(SqlDialect.TIDB, DigestOptions.DEFAULT);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            select * from orders o join order_items i on o.id = i.order_id where x = 1 | SELECT orders order_items
            Select * From Orders, `order items` oi, c                                  | SELECT orders order items c
            insert into shop.orders (a, b) values (1, 2)                               | INSERT shop.orders
            insert ignore into t values (1)                                            | INSERT t
            INSERT INTO a SELECT x FROM b                                              | INSERT a SELECT b
            update orders set x = 1 where y in (select id from c)                      | UPDATE orders SELECT c
            delete from t where a = 1                                                  | DELETE t
            {call shop_total(?)}                                                       | CALL shop_total
            {? = call f(?)}                                                            | CALL f
            with c (a, b) as (select 1 from orders), d as (select 2 from e) select * from c, d | SELECT orders SELECT e SELECT c d
            with x as (select 1) update t set a = 1                                    | SELECT UPDATE t
            select a from (select * from orders o join customers c) x, z               | SELECT SELECT orders customers z
            select extract(year from ts), trim(both 'x' from b) from tt                | SELECT tt
            (select a from t) union (select b from u)                                  | SELECT t SELECT u
            select * from generate_series(1, 2) g                                      | SELECT
            merge into t using s on t.a = s.a when matched then update set x = 1       | MERGE t s
            create table if not exists zz (id int)                                     | CREATE zz
            truncate table t                                                           | TRUNCATE t
            begin                                                                      | BEGIN
            alter table t add index i (a), drop index b, add key k (c)                 | ALTER t
            create table t as select * from a, b                                       | CREATE t SELECT a b
            drop table if exists a, b                                                  | DROP a b
            set work_mem = 8                                                           | SET
            explain select * from t                                                    | SELECT t
            """)
    void summary_statement_namesVerbsAndTargets(String sql, String summary) {
        assertThat(tidb.digest(sql).summary()).isEqualTo(summary);
    }

    @Test
    void summary_manyTargets_endsWithAWholeOne() {
        String tables = IntStream.range(0, 200).mapToObj(i -> "table_" + i).collect(Collectors.joining(", "));

        String summary = tidb.digest("select * from " + tables).summary();

        assertThat(summary.length()).isBetween(240, 255);
        assertThat(summary).matches("SELECT( table_[0-9]+)+");
    }

    @Test
    void summary_deepQuery_doesNotOverflow() {
        String sql = "select * from (".repeat(500) + "select 1 from t" + ")".repeat(500) + " where a = 1";

        assertThat(tidb.digest(sql).summary()).startsWith("SELECT SELECT").hasSizeLessThanOrEqualTo(255);
    }
}
