package dev.tollbooth.integration.ru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.RuOriginItem;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code topru.by-origin=on} on a real server: report files split a user's request units by origin. */
@ExtendWith(DatabasesExtension.class)
final class RuByOriginIT {

    private static final String SQL = "SELECT sum(length(pad)) FROM items WHERE id <= ?";

    @TempDir
    private Path directory;

    private static void read(PreparedStatement query, int most) throws SQLException {
        query.setInt(1, most);
        try (ResultSet rows = query.executeQuery()) {
            rows.next();
        }
    }

    /** The source postgres tells what an execution has cost with the next statement only, in another scope. */
    @ParameterizedTest
    @CsvSource({"POSTGRESQL_18, postgres", "POSTGRESQL_18, estimate"})
    void reportFile_ofTwoOrigins_hasWhatEachSpentAndTheyAddUp(Database database, String source, Databases databases)
            throws Exception {
        Endpoint endpoint = databases.empty(database, "ruorigin");
        try (Connection connection = endpoint.connectDirectly();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE items (id INT PRIMARY KEY, pad TEXT)");
            statement.execute("INSERT INTO items SELECT g, repeat('x', 200) FROM generate_series(1, 20000) g");
            statement.execute("ANALYZE items");
        }
        Accounts accounts = new Accounts(
                endpoint, "ru.source", source, "topru.by-origin", "on", "report.dir", directory.toString());
        try (accounts;
                Connection connection = accounts.connect();
                PreparedStatement query = connection.prepareStatement(SQL)) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 5; i++) {
                accounts.withOrigin("dear", () -> read(query, 20_000));
                accounts.withOrigin("cheap", () -> read(query, 1));
                read(query, 10_000);
            }
            connection.commit();
        }
        Map<String, Long> executions = new TreeMap<>();
        Map<String, Double> spent = new TreeMap<>();
        for (Report report : reports()) {
            for (RuOriginItem item : report.getRuOriginsList()) {
                executions.merge(item.getOrigin(), item.getExecCount(), Long::sum);
                spent.merge(item.getOrigin(), item.getTotalRu(), Double::sum);
            }
            for (int place = 0; place < report.getTopRuRecordsCount(); place++) {
                assertAddUp(report, place);
            }
        }
        assertThat(executions).containsEntry("dear", 5L).containsEntry("cheap", 5L);
        assertThat(spent.get("cheap")).isPositive();
        if (source.equals("postgres")) { // by blocks, where an estimate is by time
            assertThat(spent.get("dear")).isGreaterThan(3 * spent.get("cheap"));
        }
        Map<String, Double> byStatement = accounts.ruByOrigin("from `items`");
        for (String origin : List.of("dear", "cheap")) {
            double ru = byStatement.get(origin);
            assertThat(spent.get(origin)).as(origin).isCloseTo(ru, within(1e-9 * ru));
        }
    }

    private List<Report> reports() throws Exception {
        List<Report> reports = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.pb")) {
            for (Path file : files) {
                try (InputStream in = Files.newInputStream(file)) {
                    for (Report next = Report.parseDelimitedFrom(in);
                            next != null;
                            next = Report.parseDelimitedFrom(in)) {
                        reports.add(next);
                    }
                }
            }
        }
        assertThat(reports).isNotEmpty();
        return reports;
    }

    private static void assertAddUp(Report report, int place) {
        TopRURecord record = report.getTopRuRecords(place);
        double ru = 0;
        long count = 0;
        long nanos = 0;
        for (RuOriginItem item : report.getRuOriginsList()) {
            if (item.getRecord() == place) {
                ru += item.getTotalRu();
                count += item.getExecCount();
                nanos += item.getExecDuration();
            }
        }
        double all = record.getItemsList().stream()
                .mapToDouble(TopRURecordItem::getTotalRu)
                .sum();
        assertThat(ru).isCloseTo(all, within(1e-9 * all));
        assertThat(count)
                .isEqualTo(record.getItemsList().stream()
                        .mapToLong(TopRURecordItem::getExecCount)
                        .sum());
        assertThat(nanos)
                .isEqualTo(record.getItemsList().stream()
                        .mapToLong(TopRURecordItem::getExecDuration)
                        .sum());
    }
}
