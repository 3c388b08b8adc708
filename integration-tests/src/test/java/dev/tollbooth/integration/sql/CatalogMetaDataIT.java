package dev.tollbooth.integration.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests {@link DatabaseMetaData} of PostgreSQL's driver, which most clients use to build trees of tables. */
final class CatalogMetaDataIT {

    private static final String SCHEMA = "performance_schema";

    private Monitored application;
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        application = new Monitored(100);
        connection = DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + application.pgPort + "/performance_schema",
                Monitored.READER,
                Monitored.PASSWORD);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        application.close();
    }

    private static List<String> column(ResultSet rows, String name) throws SQLException {
        List<String> values = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                values.add(rows.getString(name));
            }
        }
        return values;
    }

    @Test
    void tree_ofCatalogsSchemasAndTables_isThere() throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        assertThat(column(data.getCatalogs(), "TABLE_CAT")).containsExactly(SCHEMA);
        assertThat(column(data.getSchemas(), "TABLE_SCHEM")).contains(SCHEMA);
        assertThat(column(data.getSchemas(null, "perf%"), "TABLE_SCHEM")).containsExactly(SCHEMA);
        assertThat(column(data.getTables(null, null, "%", null), "TABLE_NAME"))
                .hasSize(11)
                .contains("top_ru", "events_statements_summary_by_digest");
        assertThat(column(data.getTables(SCHEMA, SCHEMA, "top\\_ru", new String[] {"TABLE", "VIEW"}), "TABLE_TYPE"))
                .containsExactly("TABLE");
        assertThat(column(data.getTables(null, SCHEMA, "%", new String[] {"VIEW"}), "TABLE_NAME"))
                .isEmpty();
    }

    @Test
    void columns_ofATable_areAsItsResultsHaveThem() throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        try (ResultSet columns = data.getColumns(null, SCHEMA, "top_ru", "%");
                Statement statement = connection.createStatement();
                ResultSet empty =
                        statement.executeQuery("SELECT * FROM performance_schema.top_ru WHERE exec_count < 0")) {
            int count = 0;
            while (columns.next()) {
                count++;
                assertThat(columns.getInt("ORDINAL_POSITION")).isEqualTo(count);
                assertThat(columns.getString("COLUMN_NAME"))
                        .isEqualTo(empty.getMetaData().getColumnName(count));
                assertThat(columns.getInt("DATA_TYPE"))
                        .as(columns.getString("COLUMN_NAME"))
                        .isEqualTo(empty.getMetaData().getColumnType(count));
            }
            assertThat(count).isEqualTo(empty.getMetaData().getColumnCount());
        }
        assertThat(column(data.getColumns(null, null, "top_ru", "sum\\_ru"), "DATA_TYPE"))
                .containsExactly(String.valueOf(Types.DOUBLE));
    }

    @Test
    void whatThereIsNone_isEmptyAndNoError() throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        for (ResultSet none : List.of(
                data.getPrimaryKeys(null, SCHEMA, "top_ru"),
                data.getImportedKeys(null, SCHEMA, "top_ru"),
                data.getExportedKeys(null, SCHEMA, "top_ru"),
                data.getCrossReference(null, SCHEMA, "top_ru", null, SCHEMA, "top_ru"),
                data.getIndexInfo(null, SCHEMA, "top_ru", false, true),
                data.getBestRowIdentifier(null, SCHEMA, "top_ru", DatabaseMetaData.bestRowSession, true),
                data.getProcedures(null, SCHEMA, "%"),
                data.getProcedureColumns(null, SCHEMA, "%", "%"),
                data.getFunctions(null, SCHEMA, "%"),
                data.getFunctionColumns(null, SCHEMA, "%", "%"),
                data.getUDTs(null, SCHEMA, "%", null))) {
            try (none) {
                assertThat(none.next()).isFalse();
            }
        }
        assertThat(column(data.getTypeInfo(), "TYPE_NAME")).contains("int8", "varchar", "timestamptz");
        assertThat(data.getSQLKeywords()).contains("limit");
        assertThat(data.getMaxColumnNameLength()).isEqualTo(63);
        assertThat(data.getDatabaseProductVersion()).isEqualTo("14.0");
    }
}
