package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.file.ReportFileReader;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.SqlRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.StatementSnapshot;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that reports contain exactly the executed statements, whatever windows they fall into. */
final class ReportsTest {

    private final List<Report> reports = new CopyOnWriteArrayList<>();

    private static Connection connect(Tollbooth tollbooth) throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:reports");
        h2.setUser("shop");
        h2.setPassword("");
        return tollbooth.wrap(h2).getConnection();
    }

    private static void work(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR)");
            for (int i = 0; i < 100; i++) {
                statement.executeUpdate("INSERT INTO t VALUES (" + i + ", 'name')");
            }
            for (int i = 0; i < 50; i++) {
                try (ResultSet rows = statement.executeQuery("SELECT name FROM t WHERE id = " + i)) {
                    while (rows.next()) {
                        rows.getString(1);
                    }
                }
            }
        }
    }

    private Stream<RuItem> ruItems() {
        return reports.stream()
                .flatMap(report -> report.window().ruRecords().stream())
                .map(RuRecord::items)
                .flatMap(List::stream);
    }

    @Test
    void subscribe_untilClose_getsAllThatWasExecuted() throws Exception {
        Tollbooth tollbooth = Tollbooth.builder().setting("jmx", "off").build();
        tollbooth.subscribe(reports::add, ItemInterval.SECONDS_15);
        double ru;
        long nanos;
        try (Connection connection = connect(tollbooth)) {
            work(connection);
            List<StatementSnapshot> rows = tollbooth.statements().list();
            ru = rows.stream()
                    .mapToDouble(row -> row.sumRu() == null ? 0 : row.sumRu())
                    .sum();
            nanos = rows.stream()
                    .mapToLong(row -> row.sumNanos() + row.fetchNanos())
                    .sum();
        }
        tollbooth.close();

        assertThat(reports).isNotEmpty();
        assertThat(ruItems().mapToLong(RuItem::execCount).sum()).isEqualTo(151);
        assertThat(ruItems().mapToLong(RuItem::execDurationNanos).sum()).isEqualTo(nanos);
        assertThat(ruItems().mapToDouble(RuItem::ru).sum()).isCloseTo(ru, within(ru * 1e-9));
        assertThat(reports.stream()
                        .flatMap(report -> report.window().sqlRecords().stream())
                        .map(SqlRecord::items)
                        .flatMap(List::stream)
                        .mapToLong(item -> item.execCount())
                        .sum())
                .isEqualTo(151);
        assertThat(reports.stream()
                        .flatMap(report -> report.statements().stream())
                        .mapToLong(StatementRecord::execCount)
                        .sum())
                .isEqualTo(151);
        RuRecord first = reports.get(0).window().ruRecords().get(0);
        assertThat(first.user()).isEqualTo("SHOP");
        assertThat(first.keyspace()).isEqualTo("H2/REPORTS");
        assertThat(first.source()).isEqualTo("estimate");
        assertThat(reports.get(0).sqlMetas()).anyMatch(meta -> meta.text().startsWith("insert into `t`"));
    }

    @Test
    void reportDir_set_leavesAFileOfReports(@TempDir Path dir) throws Exception {
        Tollbooth tollbooth = Tollbooth.builder()
                .setting("jmx", "off")
                .setting("report.dir", dir.toString())
                .setting("report.interval", "15s")
                .setting("report.hlog", "on")
                .build();
        try (Connection connection = connect(tollbooth)) {
            work(connection);
        }
        tollbooth.close();
        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.startsWith("tollbooth-"))
                            .map(name -> name.replaceAll(".*\\.", ".")))
                    .containsExactlyInAnyOrder(".pb", ".hlog");
        }
    }

    /**
     * Tests that report files have the first statements, although their sink is opened some moments after the start.
     */
    @Test
    void subscribe_ofAnInstanceThatReportsToFiles_doesNotTakeTheirFirstStatements(@TempDir Path dir) throws Exception {
        Tollbooth tollbooth = Tollbooth.builder()
                .setting("jmx", "off")
                .setting("report.dir", dir.toString())
                .build();
        try (Connection connection = connect(tollbooth)) {
            work(connection);
            tollbooth.subscribe(reports::add, ItemInterval.SECONDS_60);
        }
        tollbooth.close();
        List<dev.tollbooth.proto.v1.Report> inFiles = new ArrayList<>();
        for (Path file : ReportFileReader.expand(List.of(dir))) {
            ReportFileReader.read(file, inFiles::add);
        }
        assertThat(inFiles.stream()
                        .flatMap(report -> report.getStatementRecordsList().stream())
                        .mapToLong(record -> record.getExecCount())
                        .sum())
                .isEqualTo(151);
        assertThat(inFiles.stream()
                        .flatMap(report -> report.getTopRuRecordsList().stream())
                        .flatMap(record -> record.getItemsList().stream())
                        .mapToLong(item -> item.getExecCount())
                        .sum())
                .isEqualTo(151);
    }

    @Test
    void grpcPort_withoutASubscriber_collectsNothing_andWhoSubscribesGetsWhatIsExecutedFromThenOn() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Tollbooth tollbooth = Tollbooth.builder()
                .setting("jmx", "off")
                .setting("grpc.listen", Integer.toString(port))
                .build();
        try (Connection connection = connect(tollbooth);
                Statement statement = connection.createStatement()) {
            assertThat(tollbooth.instance().sessions().isCollecting()).isFalse();
            work(connection);
            tollbooth.subscribe(reports::add, ItemInterval.SECONDS_60);
            assertThat(tollbooth.instance().sessions().isCollecting()).isTrue();
            statement.execute("SELECT 1");
        }
        tollbooth.close();
        assertThat(ruItems().mapToLong(RuItem::execCount).sum()).isEqualTo(1);
        assertThat(reports.stream()
                        .flatMap(report -> report.statements().stream())
                        .mapToLong(StatementRecord::execCount)
                        .sum())
                .isEqualTo(1);
    }

    @Test
    void subscribe_afterClose_isRefused() {
        Tollbooth tollbooth = Tollbooth.builder().setting("jmx", "off").build();
        tollbooth.close();
        assertThatThrownBy(() -> tollbooth.subscribe(reports::add, ItemInterval.SECONDS_60))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }
}
