package dev.tollbooth.integration.memory;

import com.mysql.cj.jdbc.MysqlDataSource;
import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.Endpoint;
import java.sql.SQLException;
import java.util.Random;
import javax.sql.DataSource;

/** A driver with a limit for statements, and its database. */
enum LimitedDriver {
    H2(Database.H2),
    PGJDBC_14(Database.POSTGRESQL_14),
    PGJDBC_18(Database.POSTGRESQL_18),
    MARIADB_CONNECTOR(Database.MARIADB),
    MYSQL_CONNECTOR(Database.MARIADB);

    private final Database database;

    LimitedDriver(Database database) {
        this.database = database;
    }

    boolean isPostgresql() {
        return database.isPostgresql();
    }

    DataSource dataSource(Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "limited");
        return this == MYSQL_CONNECTOR ? mysql(endpoint) : endpoint.driverDataSource();
    }

    private static DataSource mysql(Endpoint endpoint) throws SQLException {
        MysqlDataSource mysql = new MysqlDataSource();
        mysql.setUrl(endpoint.url().replace("jdbc:mariadb:", "jdbc:mysql:"));
        mysql.setUser(endpoint.user());
        mysql.setPassword(endpoint.password());
        mysql.setSslMode("DISABLED");
        return mysql;
    }

    /** Returns a query of {@code rows} with a number from 1 on, and at least {@code characters}. */
    String rows(long rows, String characters) {
        return switch (database) {
            case H2 -> "SELECT x, repeat('x', " + characters + ") || x FROM system_range(1, " + rows + ")";
            case POSTGRESQL_14, POSTGRESQL_18 ->
                "SELECT x, repeat('x', " + characters + ") || x FROM generate_series(1, " + rows + ") AS s (x)";
            case MARIADB ->
                "SELECT x, concat(repeat('x', " + characters + "), x) FROM (SELECT seq AS x FROM seq_1_to_" + rows
                        + ") s";
        };
    }

    /**
     * Returns a query of some MB of rows, and then a row that comes up to 40 ms later, so that the watchdog finds it
     * just before its end or after.
     */
    String rowsThenWait(Random random) {
        String rows = rows(150 + random.nextInt(300), "10000");
        double seconds = random.nextInt(40_000) / 1e6;
        return switch (database) {
            case H2 -> rows(150 + random.nextInt(3_000), "10000");
            case POSTGRESQL_14, POSTGRESQL_18 -> rows + " UNION ALL SELECT 0, pg_sleep(" + seconds + ")::text";
            case MARIADB -> rows + " UNION ALL SELECT 0, sleep(" + seconds + ")";
        };
    }
}
