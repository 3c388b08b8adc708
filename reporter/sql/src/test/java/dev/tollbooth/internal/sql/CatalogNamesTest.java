package dev.tollbooth.internal.sql;

import static dev.tollbooth.internal.sql.Accounts.query;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogNamesTest {

    private static final String TABLES = "SELECT count(*) FROM information_schema.tables ";
    private static final String ALL = String.valueOf(PerformanceTable.values().length);

    private Accounts accounts;
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        accounts = new Accounts(10);
        accounts.execute("TOP_RU", "SELECT 'TOP_RU'", 1);
        connection = accounts.database.connect();
    }

    @AfterEach
    void close() throws SQLException {
        accounts.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WHERE table_schema = 'PERFORMANCE_SCHEMA'",
                "WHERE TABLE_SCHEMA='Performance_Schema'",
                "WHERE \"table_schema\" = ('PERFORMANCE_SCHEMA')",
                "t WHERE t.table_schema LIKE 'PERFORMANCE\\_SCH%'",
                "WHERE table_schema IN (('NOWHERE'), 'PERFORMANCE_SCHEMA')",
                "WHERE table_schema <> 'INFORMATION_SCHEMA' AND table_schema != 'PG_CATALOG'",
                "WHERE table_schema NOT IN /* it's */ ('INFORMATION_SCHEMA', 'PG_CATALOG')",
                "WHERE table_schema NOT LIKE 'INFO%' AND table_schema NOT LIKE 'PG%' -- table_schema = 'it",
                "WHERE table_schema = 'PERFORMANCE_SCHEMA' AND table_name <> 'it''s' AND table_type = 'BASE TABLE'"
            })
    void question_inCapitals_findsTheTables(String where) throws SQLException {
        assertThat(query(connection, TABLES + where)).containsExactly(ALL);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(TABLES + where)) {
            rows.next();
            assertThat(rows.getString(1)).isEqualTo(ALL);
        }
    }

    @Test
    void parameters_inCapitals_findTheTables() throws SQLException {
        assertThat(query(connection, TABLES + "WHERE table_schema = ?", "PERFORMANCE_SCHEMA"))
                .containsExactly(ALL);
        assertThat(query(
                        connection,
                        TABLES + "WHERE table_schema = ?2 AND table_name IN (?1, 'TOP_RU')",
                        "REPETITIONS",
                        "PERFORMANCE_SCHEMA"))
                .containsExactly("2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
                    column_name FROM information_schema.columns WHERE table_name = 'TOP_RU' AND column_name = 'SUM_RU'; sum_ru
                    schema_name FROM information_schema.schemata WHERE schema_name = 'PERFORMANCE_SCHEMA'; performance_schema
                    'TOP_RU' FROM information_schema.tables WHERE table_name = 'TOP_RU'; TOP_RU
                    table_name FROM information_schema.tables WHERE UPPER(table_name) = 'TOP_RU'; top_ru
                    table_name IN ('TOP_RU'), 'TOP_RU' FROM information_schema.tables WHERE table_name = 'top_ru'; TRUE|TOP_RU
                    """)
    void question_aboutNames_changesOnlyWhatTheyAreComparedWith(String sql, String row) throws SQLException {
        assertThat(query(connection, "SELECT " + sql)).containsExactly(row);
    }

    /** Tests texts that are compared with data, which stay as the user wrote them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "WHERE schema_name = 'TOP_RU'",
                "WHERE digest_text LIKE '%TOP_RU%'",
                "WHERE schema_name IN (SELECT 'TOP_RU' FROM information_schema.tables)",
                "s, information_schema.tables t WHERE t.table_name = 'repetitions' AND s.schema_name = 'TOP_RU'"
            })
    void literal_comparedWithData_staysAsItIs(String where) throws SQLException {
        String table = "FROM performance_schema.events_statements_summary_by_digest ";
        assertThat(query(connection, "SELECT schema_name " + table + where)).containsExactly("TOP_RU");
        assertThat(query(connection, "SELECT count(*) " + table + where.replace("TOP_RU", "top_ru")))
                .containsExactly("0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 'table_name = ''TOP_RU''' FROM tables", "\"", "'", "/* tables '", "$$tables", ""})
    void text_withoutComparison_staysAsItIs(String sql) {
        assertThat(CatalogConnection.inSmallLetters(sql)).isEqualTo(sql);
    }

    /** Tests a megabyte of symbols, which would take a hundred megabytes as tokens. */
    @Test
    void text_thatIsLong_staysAsItIs() {
        String sql = TABLES + "WHERE table_schema = 'PERFORMANCE_SCHEMA'";
        assertThat(CatalogConnection.inSmallLetters(sql)).isNotEqualTo(sql);
        String longer = sql + " -- " + "/*".repeat(10_000);
        assertThat(CatalogConnection.inSmallLetters(longer)).isSameAs(longer);
    }

    @Test
    void metaData_namesInCapitals_areFound() throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        assertThat(names(metaData.getTables(null, "PERFORMANCE_SCHEMA", "%", new String[] {"BASE TABLE"})))
                .hasSize(PerformanceTable.values().length);
        assertThat(names(metaData.getTables(null, "PERFORMANCE_SCHEMA", "TOP\\_RU%", null)))
                .containsExactly("top_ru", "top_ru_by_origin");
        assertThat(names(metaData.getColumns(null, null, "TOP_RU", "SUM_RU"))).containsExactly("top_ru");
    }

    private static List<String> names(ResultSet rows) throws SQLException {
        List<String> names = new ArrayList<>();
        while (rows.next()) {
            names.add(rows.getString("TABLE_NAME"));
        }
        return names;
    }

    @Test
    void statements_andMetaData_nameTheConnectionThatMadeThem() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT 1")) {
            assertThat(statement.getConnection()).isSameAs(connection).isEqualTo(connection);
        }
        assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
    }
}
