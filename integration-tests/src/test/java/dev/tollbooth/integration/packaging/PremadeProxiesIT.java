package dev.tollbooth.integration.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.WarningListener;
import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.JdbcPreparedStatement;
import com.mysql.cj.jdbc.JdbcStatement;
import com.mysql.cj.jdbc.MysqlDataSource;
import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDriver;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mariadb.jdbc.client.Completion;
import org.postgresql.PGConnection;
import org.postgresql.PGRefCursorResultSet;
import org.postgresql.PGStatement;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.BaseStatement;

/** Casts to drivers' interfaces where no class can be written: in what takes itself for a native image, with the drivers' own servers. */
@ExtendWith(DatabasesExtension.class)
final class PremadeProxiesIT {

    private static final String IMAGE = "org.graalvm.nativeimage.imagecode";
    private static final String FOLDER = "dev/tollbooth/internal/premade/";
    private static final Path TOLLBOOTH = ForkedJvm.placeOf(TollboothDriver.class);

    private final TreeSet<String> seen = new TreeSet<>();

    @Test
    void casts_toPostgresqlInterfaces_reachTheDriverAndLeadBack(Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(Database.POSTGRESQL_18, "premade");
        try (Tollbooth tollbooth = inImage("premade-pg");
                Connection connection =
                        tollbooth.wrap(endpoint.driverDataSource()).getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement("SELECT 1");
                CallableStatement call = connection.prepareCall("{? = call abs(?)}")) {
            assertThat(((PGConnection) connection).getBackendPID()).isPositive();
            assertThat(((PGConnection) connection).escapeLiteral("it's")).isEqualTo("it''s");
            ((PGStatement) prepared).setPrepareThreshold(3);
            assertThat(((PGStatement) prepared).getPrepareThreshold()).isEqualTo(3);
            assertThat(((BaseStatement) statement).getLastOID()).isZero();
            assertThat(((PGStatement) call).getAdaptiveFetch()).isFalse();
            try (ResultSet rows = ((BaseConnection) connection).execSQLQuery("SELECT 7")) {
                assertThat(rows).isInstanceOf(PGRefCursorResultSet.class);
                assertThat(rows.getStatement().getConnection()).isSameAs(connection);
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(7);
                note(rows);
            }
            note(connection, statement, prepared, call);
        }
        assertThat(seen).isEqualTo(premade("org_postgresql_"));
    }

    @Test
    void casts_toMysqlInterfaces_reachTheDriverAndLeadBack(Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(Database.MARIADB, "premade");
        MysqlDataSource drivers = new MysqlDataSource();
        drivers.setUrl(endpoint.url().replace("jdbc:mariadb:", "jdbc:mysql:"));
        drivers.setUser(endpoint.user());
        drivers.setPassword(endpoint.password());
        try (Tollbooth tollbooth = inImage("premade-mysql");
                Connection connection = tollbooth.wrap(drivers).getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement client = ((JdbcConnection) connection).clientPrepareStatement("SELECT ?");
                PreparedStatement server = ((JdbcConnection) connection).serverPrepareStatement("SELECT ? + 1")) {
            assertThat(((JdbcConnection) connection).getHost()).isNotEmpty();
            assertThat(((JdbcStatement) statement).getOpenResultSetCount()).isZero();
            for (PreparedStatement prepared : List.of(client, server)) {
                assertThat(prepared.getConnection()).isSameAs(connection);
                assertThat(((JdbcPreparedStatement) prepared).getParameterBindings())
                        .isNotNull();
                prepared.setInt(1, 7);
                try (ResultSet rows = prepared.executeQuery()) {
                    assertThat(rows).isInstanceOf(WarningListener.class);
                    assertThat(rows.getStatement()).isSameAs(prepared);
                    note(rows);
                }
            }
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY)");
            statement.execute("CREATE PROCEDURE p() SELECT 1");
            try (Statement updatable =
                            connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE);
                    ResultSet rows = updatable.executeQuery("SELECT id FROM t");
                    CallableStatement call = connection.prepareCall("{call p()}")) {
                assertThat(((JdbcPreparedStatement) call).getOpenResultSetCount())
                        .isZero();
                note(rows, call);
            }
            note(connection, statement, client, server);
            assertThat(tollbooth.statements().list()).anyMatch(row -> "select ?".equals(row.digestText()));
        }
        TreeSet<String> all = premade("com_mysql_");
        all.remove("com_mysql_cj_jdbc_ConnectionWrapper_ConnectionProxy"); // of MySQL's own pooled connection
        assertThat(seen).isEqualTo(all);
    }

    @Test
    void casts_ofMariadbsResultSets_work(Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(Database.MARIADB, "premade");
        try (Tollbooth tollbooth = inImage("premade-mariadb");
                Connection connection =
                        tollbooth.wrap(endpoint.driverDataSource()).getConnection();
                Statement statement = connection.createStatement();
                Statement updatable =
                        connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE)) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY)");
            try (ResultSet rows = updatable.executeQuery("SELECT id FROM t")) {
                assertThat(rows).isInstanceOf(Completion.class);
                note(rows);
            }
            for (int fetchSize : new int[] {0, 1}) {
                statement.setFetchSize(fetchSize);
                try (ResultSet rows = statement.executeQuery("SELECT 7")) {
                    assertThat(rows).isInstanceOf(Completion.class);
                    assertThat(rows.next()).isTrue();
                    note(rows);
                }
            }
        }
        assertThat(seen).isEqualTo(premade("org_mariadb_"));
    }

    @Test
    void objects_ofH2_haveNothingToBeCastTo(Databases databases) throws Exception {
        try (Tollbooth tollbooth = inImage("premade-h2");
                Connection connection = tollbooth
                        .wrap(databases.empty(Database.H2, "premade").driverDataSource())
                        .getConnection()) {
            assertThat(connection.getClass().getSimpleName()).isEqualTo("ConnectionProxy");
            assertThat(connection.unwrap(org.h2.jdbc.JdbcConnection.class).getSession())
                    .isNotNull();
        }
    }

    /** The classes name interfaces that are not there then. */
    @Test
    void image_withoutTheOtherDrivers_runsAndWritesNoClass() throws Exception {
        Path tests = ForkedJvm.placeOf(PremadeProxiesIT.class);
        Path h2 = ForkedJvm.placeOf(org.h2.Driver.class);
        ProcessBuilder command = ForkedJvm.command(List.of(), List.of(tests, TOLLBOOTH, h2), SmallApplication.class);
        command.command().addAll(1, List.of("-D" + IMAGE + "=runtime", "-Xlog:class+load:stdout"));
        assertThat(ForkedJvm.finished(command.redirectErrorStream(true), SmallApplication.class))
                .contains("rows=" + (SmallApplication.EXECUTIONS - 2), "dev.tollbooth.internal.vendor.PremadeProxies ")
                .doesNotContain("dev.tollbooth.shaded.asm.", "dev.tollbooth.internal.vendor.ProxyClassWriter");
    }

    /** An instance that has read, while it was made, that it is in an image. */
    private static Tollbooth inImage(String name) {
        System.setProperty(IMAGE, "runtime");
        try {
            return Tollbooth.builder()
                    .setting("name", name)
                    .setting("jmx", "off")
                    .build();
        } finally {
            System.clearProperty(IMAGE);
        }
    }

    private void note(Object... proxies) {
        for (Object proxy : proxies) {
            assertThat(ForkedJvm.placeOf(proxy.getClass())).isEqualTo(TOLLBOOTH);
            seen.add(proxy.getClass().getSimpleName());
        }
    }

    /** Returns the names of the classes in the jar. */
    private static TreeSet<String> premade(String prefix) throws Exception {
        TreeSet<String> names = new TreeSet<>();
        try (JarFile jar = new JarFile(TOLLBOOTH.toFile())) {
            jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith(FOLDER + prefix))
                    .forEach(name -> names.add(name.substring(FOLDER.length()).replace(".class", "")));
        }
        assertThat(names).isNotEmpty();
        return names;
    }
}
