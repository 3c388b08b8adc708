package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests statements and the text that {@code pg_stat_statements} of PostgreSQL 14 or 18 shows for them; all of one text
 * have one digest.
 */
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
            select - 1, - - 2, a - - 3, a - + 4           ¦ select $1, $2 2, a - $3, a - + $4
            select -1::int, - (2) :: int, -1 ^ 2          ¦ select -$1::int, - ($2) :: int, $3 ^ $4
            select a operator(pg_catalog.-) -1            ¦ select a operator(pg_catalog.-) $1
            select interval '1' day to second, interval '1 day' ¦ select interval $1 day to second, interval $2
            """)
    void digest_ofTheServersText_isTheStatements(String sql, String server) {
        assertThat(postgres.normalize(sql)).isEqualTo(postgres.normalize(server));
    }

    /** Tests that a sign between two operands is no part of the second one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "\"a b\"",
                "t.limit",
                "5",
                "'x'",
                "?",
                "$1",
                "(a)",
                "f(a)",
                "count(*)",
                "x[1]",
                "a::date",
                "current_date",
                "now()",
                "localtimestamp",
                "case when a then b end",
                "{fn now()}",
                "date '2024-01-31'",
                "interval '1' day",
                "value",
                "level",
                "year",
                "position",
                "null",
                "cast(a as int)",
                "E'a'",
                "1e5",
                "role",
                "start",
                "a collate \"C\""
            })
    void normalize_signBehindOperand_isKept(String operand) {
        for (String right : List.of("7", "- 7", "2.5", "'x'", "?", "$2", "(1)", "a", "interval '1 day'")) {
            String plus = postgres.normalize("select " + operand + " + " + right + " from t");
            String minus = postgres.normalize("select " + operand + " - " + right + " from t");

            assertThat(minus).contains(" - ").isNotEqualTo(plus);
            assertThat(plus).contains(" + ");
            assertThat(postgres.normalize("select " + operand + "-" + right.replace("- 7", " -7") + " from t"))
                    .isEqualTo(minus);
        }
    }

    /**
     * Tests that a minus before a number is part of it if no operand is before it, as on the server, which keeps a
     * plus.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "select ",
                "select a, ",
                "where ",
                "a and ",
                "a or ",
                "not ",
                "case when ",
                "case a when 1 then ",
                "a else ",
                "a between ",
                "a between 1 and ",
                "a like ",
                "a in (",
                "a = ",
                "a <> ",
                "a * ",
                "a || ",
                "a -> ",
                "x[",
                "x[1:",
                "limit ",
                "offset ",
                "returning ",
                "a is distinct from ",
                "values (",
                "a + ",
                "a - ",
                "substring(a from "
            })
    void normalize_minusBeforeNumber_isPartOfIt(String before) {
        for (String number : List.of("7", "2.5", "1e5")) {
            assertThat(postgres.normalize(before + "-" + number))
                    .as(before)
                    .isEqualTo(postgres.normalize(before + " " + number));
            assertThat(postgres.normalize(before + "+" + number)).endsWith("+ ?");
        }
        assertThat(postgres.normalize(before + "-'x'")).endsWith("- ?");
        assertThat(postgres.normalize(before + "- ?")).endsWith("- ?");
    }

    @Test
    void normalize_castWithoutType_isKeptAsItStands() {
        assertThat(postgres.normalize("f(n, cast('4' as), x)")).isEqualTo("`f` ( `n` , cast ( ? as ) , `x` )");
    }
}
