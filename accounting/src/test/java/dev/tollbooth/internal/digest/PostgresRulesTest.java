package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements beside the text that {@code pg_stat_statements} of PostgreSQL 14 or 18 shows for them, of one digest each. */
class PostgresRulesTest {

    private final TextNormalizer postgres = new TextNormalizer(SqlDialect.POSTGRESQL, DigestOptions.DEFAULT);

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select a in (1, (-2))                         ¦ select a in ($1 /*, ... */)
            select a in (1, (-2))                         ¦ select a in ($1, ($2))
            values ((-1)::int, 2), (3, (-4))              ¦ values (($1)::int, $2), ($3, ($4))
            select array[cast(-1 as int), (-2)::int, a]   ¦ select array[cast($1 as int), ($2)::int, a]
            select a in (int4(1), 2)                      ¦ select a in ($1 /*, ... */)
            select a in (int4(1), 2)                      ¦ select a in (int4($1), $2)
            select -(1), - (-2), -(3)::int, - (4) . x     ¦ select $11), $2-2), -($3)::int, - ($4) . x
            select -(6) - -(6)                            ¦ select $16) - $26)
            select + (-1), +(2), + (-3)::int              ¦ select + ($1), +($2), + ($3)::int
            select '1'::int - (-2), a - (-3), a::date-(-4) ¦ select $1::int - ($2), a - ($3), a::date-($4)
            """)
    void digest_ofTheServersText_isTheStatements(String sql, String server) {
        assertThat(postgres.normalize(sql)).isEqualTo(postgres.normalize(server));
    }

    @Test
    void normalize_castWithoutType_isKeptAsItStands() {
        assertThat(postgres.normalize("f(n, cast('4' as), x)")).isEqualTo("`f` ( `n` , cast ( ? as ) , `x` )");
    }
}
