package dev.tollbooth.integration.memory;

import com.mysql.cj.jdbc.MysqlDataSource;
import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.Endpoint;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A driver whose statements are limited, with its database. */
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

    /** Returns a query of so many rows: a number from 1 on, and that many characters, or more by the number's own. */
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
}
