package dev.tollbooth.internal.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tollbooth.internal.postgres.sql.PlannedStatement;
import dev.tollbooth.internal.postgres.sql.QueryCheck;
import dev.tollbooth.internal.postgres.sql.StatementFilter;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class QueryCheckTest {

    private static PostgresException refusal(String sql) {
        return catchThrowableOfType(PostgresException.class, () -> StatementFilter.plan(sql));
    }

    static Stream<String> functions() {
        return Stream.of(
                        "repeat rpad lpad space concat concat_ws replace regexp_replace regexp_substr regexp_like translate"
                                + " array_agg listagg string_agg group_concat system_range generate_series unnest table"
                                + " json_array json_object json_arrayagg json_objectagg xmlelement xmltext"
                                + " secure_rand random_uuid rand gen_random_uuid hash encrypt decrypt compress expand"
                                + " file_read file_write csvread csvwrite link_schema set set_config sleep pg_sleep"
                                + " rawtohex hextoraw stringencode stringtoutf8 utf8tostring trim ltrim rtrim btrim right"
                                + " insert overlay to_char format array_cat array_append array_get cardinality"
                                + " cancel_session abort_session database_path memory_used memory_free h2version"
                                + " lock_mode transaction_id nextval currval convert try_cast quote_ident"
                                + " pg_read_file lo_import dblink query_to_xml")
                .flatMap(names -> Stream.of(names.split(" ")));
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_thatIsNotKnown_isRefusedByItsNameHoweverItIsWritten(String name) {
        String[] calls = {
            name + "(1)",
            name.toUpperCase(Locale.ROOT) + " (1)",
            '"' + name + "\"(1)",
            name + "/* */\n(1)",
            "pg_catalogue." + name + "(1)",
            "1 + " + name + "(1)",
            "count(" + name + "(a, b))",
        };
        for (String call : calls) {
            assertThat(refusal("SELECT " + call)).as(call).isNotNull();
            assertThat(refusal("SELECT 1 FROM t, " + call + " AS x")).as(call).isNotNull();
            assertThat(refusal("SELECT * FROM " + call)).as(call).isNotNull();
        }
        if (!name.equals("table") && !name.equals("insert")) {
            assertThat(refusal("SELECT " + name + "(1)").text()).contains("function " + name + " is refused");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT count(*) FROM t | count",
                "SELECT a, Max(b), sum(c) + 1, count(*) FILTER (WHERE x > 1) FROM t | ,max,,count",
                "SELECT *, count(*) FROM t | ''",
                "SELECT (SELECT count(*) FROM t), min(a) | ,min",
                "VALUES (1) | ''",
            })
    void columns_withoutAName_areNamedByTheirFunction(String sql, String names) throws PostgresException {
        assertThat(String.join(",", StatementFilter.plan(sql).get(0).columns())).isEqualTo(names);
    }

    @Test
    void patterns_byParameter_areChecked() throws PostgresException {
        PlannedStatement plan = StatementFilter.plan("SELECT 1 FROM t WHERE a = $1 AND b LIKE $2")
                .get(0);
        assertThat(plan.patterns()).containsExactly(2);
        assertThatThrownBy(() -> QueryCheck.checkPattern("%a%b%c")).isInstanceOf(PostgresException.class);
        QueryCheck.checkPattern("%a%b%");
    }
}
