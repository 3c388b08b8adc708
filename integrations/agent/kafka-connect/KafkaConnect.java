import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
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
import java.util.concurrent.TimeUnit;

/**
 * Starts PostgreSQL, a broker and Kafka Connect with the agent, waits until the table has all records, and prints both
 * counts.
 */
final class KafkaConnect {

    private static final int BATCH = 10;
    private static final long LONGEST_SECONDS = 300;

    private final Path home;
    private final Path work;

    private KafkaConnect(Path home) throws IOException {
        this.home = home;
        this.work = Files.createTempDirectory("kafka-connect");
    }

    public static void main(String[] args) throws Exception {
        int records = Integer.parseInt(args[0]);
        KafkaConnect run = new KafkaConnect(Path.of(args[1]));
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                        .setServerConfig("listen_addresses", "127.0.0.1")
                        .start();
                Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE EXTENSION pg_stat_statements");
            run.transfer(server.getPort(), records, statement);
            run.counts(statement);
        }
        Path reports = run.work.resolve("reports");
        new ProcessBuilder("java", "-jar", args[2], "top", reports.toString(), "--by", "count")
                .inheritIO()
                .start()
                .waitFor();
        System.out.println("logs: " + run.work);
    }

    private void transfer(int databasePort, int records, Statement statement) throws Exception {
        int broker = freePort();
        String controller = "127.0.0.1:" + freePort();
        Path properties = Files.writeString(work.resolve("broker.properties"), """
                process.roles=broker,controller
                node.id=1
                controller.quorum.bootstrap.servers=%2$s
                listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://%2$s
                controller.listener.names=CONTROLLER
                log.dirs=%3$s
                offsets.topic.replication.factor=1
                offsets.topic.num.partitions=1
                group.initial.rebalance.delay.ms=0
                """.formatted(broker, controller, work.resolve("log")));
        String cluster = "MkU3OEVBNTcwNTJENDM2Qk";
        String file = properties.toString();
        java("format", "kafka.tools.StorageTool", "format", "-t", cluster, "-c", file, "--standalone")
                .waitFor();
        Process kafka = java("broker", "kafka.Kafka", file);
        Process connect = null;
        try {
            await("broker", () -> Files.readString(work.resolve("broker.log")).contains("Kafka Server started"), kafka);
            connect = java(
                    "connect",
                    "-javaagent:" + home.resolve("../target/tollbooth-agent.jar") + "=name=connect,report.dir="
                            + work.resolve("reports"),
                    "org.apache.kafka.connect.cli.ConnectStandalone",
                    worker(broker).toString(),
                    source(records).toString(),
                    sink(databasePort).toString());
            await("rows=" + records, () -> rows(statement) == records, connect);
        } finally {
            if (connect != null) {
                connect.destroy(); // its agent writes the last report
                connect.waitFor(30, TimeUnit.SECONDS);
            }
            kafka.destroy();
            kafka.waitFor(30, TimeUnit.SECONDS);
        }
        System.out.println("records sent: " + records + ", in batches of " + BATCH + " at most");
    }

    private Path worker(int broker) throws IOException {
        return Files.writeString(work.resolve("worker.properties"), """
                bootstrap.servers=127.0.0.1:%d
                listeners=http://127.0.0.1:%d
                key.converter=org.apache.kafka.connect.storage.StringConverter
                value.converter=org.apache.kafka.connect.json.JsonConverter
                offset.storage.file.filename=%s
                plugin.path=%s
                """.formatted(broker, freePort(), work.resolve("offsets"), home.resolve("target/plugins")));
    }

    private Path source(int records) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int id = 0; id < records; id++) {
            lines.add("""
                    {"schema":{"type":"struct","name":"orders.Value","fields":[{"field":"id","type":"int32"},\
                    {"field":"customer","type":"string"}]},"payload":{"id":%d,"customer":"customer %d"}}"""
                    .formatted(id, id % 7));
        }
        Path file = Files.write(work.resolve("orders.jsonl"), lines);
        return Files.writeString(work.resolve("source.properties"), """
                name=source
                connector.class=org.apache.kafka.connect.file.FileStreamSourceConnector
                value.converter=org.apache.kafka.connect.storage.StringConverter
                file=%s
                topic=orders
                """.formatted(file));
    }

    private Path sink(int databasePort) throws IOException {
        return Files.writeString(work.resolve("sink.properties"), """
                name=sink
                connector.class=io.debezium.connector.jdbc.JdbcSinkConnector
                topics=orders
                connection.url=jdbc:postgresql://127.0.0.1:%d/postgres
                connection.username=postgres
                connection.password=postgres
                insert.mode=insert
                primary.key.mode=none
                schema.evolution=basic
                collection.name.format=orders
                batch.size=%d
                """.formatted(databasePort, BATCH));
    }

    private Process java(String name, String... arguments) throws IOException {
        String classPath = home.resolve("target/broker/*") + File.pathSeparator + home.resolve("target/connect/*");
        List<String> command = new ArrayList<>(List.of("java", "-cp", classPath));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(work.resolve(name + ".log").toFile())
                .start();
    }

    private static int rows(Statement statement) throws SQLException {
        try (ResultSet table = statement.executeQuery("SELECT to_regclass('orders')")) {
            if (!table.next() || table.getString(1) == null) {
                return 0;
            }
        }
        try (ResultSet count = statement.executeQuery("SELECT count(*) FROM orders")) {
            return count.next() ? count.getInt(1) : 0;
        }
    }

    private void counts(Statement statement) throws SQLException {
        String counts = "SELECT calls, rows, query FROM pg_stat_statements"
                + " WHERE query ILIKE 'insert%' OR query ILIKE 'create table%'";
        try (ResultSet each = statement.executeQuery(counts)) {
            while (each.next()) {
                System.out.printf("server: calls=%d rows=%d %s%n", each.getInt(1), each.getInt(2), each.getString(3));
            }
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private void await(String what, Condition condition, Process process) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (!condition.holds()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IllegalStateException("never came: " + what + ", logs=" + work);
            }
            Thread.sleep(200);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
