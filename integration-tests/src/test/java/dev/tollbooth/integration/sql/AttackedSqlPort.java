package dev.tollbooth.integration.sql;

import dev.tollbooth.integration.ports.AttackedJvm;
import dev.tollbooth.integration.process.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** An application with 2,000 digests in a JVM of its own, and its SQL port. */
final class AttackedSqlPort implements AutoCloseable {

    private static final String PASSWORD = "s3cret";

    final int port = FreePort.find();
    final AttackedJvm jvm;

    AttackedSqlPort(Path directory) throws IOException, InterruptedException {
        jvm = AttackedJvm.start(
                directory.resolve("log"),
                "sql.listen=" + port,
                "sql.user=" + Monitored.READER,
                "sql.password=" + PASSWORD,
                "digests=2001");
    }

    String url() {
        return "jdbc:postgresql://localhost:" + port + "/performance_schema";
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), Monitored.READER, PASSWORD);
    }

    @Override
    public void close() throws IOException {
        jvm.close();
    }
}
