package com.example.plain;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.sql.XAConnection;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;

/**
 * A program in plain JDBC: four statements through a driver and a URL, and with a second argument three more through
 * data sources.
 */
public final class PlainProgram {

    private PlainProgram() {}

    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection(args[0], "sa", "");
                Statement statement = connection.createStatement()) {
            statement.execute("create table songs (id int primary key, title varchar(40))");
            statement.executeUpdate("INSERT INTO songs VALUES (1, 'a title')");
            try (PreparedStatement select = connection.prepareStatement("SELECT title FROM songs WHERE id = ?")) {
                select.setInt(1, 1);
                read(select.executeQuery());
            }
            read(statement.executeQuery(
                    "select * from \"SONGS\" s, songs t where s.id = t.id and s.title <> 'secret'"));
        }
        if (args.length > 1) {
            throughDataSources();
        }
        Map<String, Long> counts = counts();
        // MBeans are registered a second after the first connection
        for (int tries = 0; tries < 200 && sum(counts) < (args.length > 1 ? 7 : 4); tries++) {
            Thread.sleep(20);
            counts = counts();
        }
        System.out.println("counts=" + counts);
    }

    private static void throughDataSources() throws SQLException {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:others");
        try (Connection connection = dataSource.getConnection("sa", "")) {
            read(connection.createStatement().executeQuery("SELECT 1"));
        }
        XAConnection xa = dataSource.getXAConnection("sa", "");
        read(xa.getConnection().createStatement().executeQuery("SELECT 1, 2"));
        xa.close();
        JdbcConnectionPool pool = JdbcConnectionPool.create(dataSource);
        pool.setLoginTimeout(10);
        try (Connection connection = pool.getConnection()) {
            read(connection.createStatement().executeQuery("SELECT 1, 2, 3"));
        }
        pool.dispose();
    }

    private static void read(ResultSet rows) throws SQLException {
        try (rows) {
            while (rows.next()) {}
        }
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the executions by instance, added up over all rows. */
    private static Map<String, Long> counts() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Map<String, Long> counts = new TreeMap<>();
        for (ObjectName name : server.queryNames(new ObjectName("dev.tollbooth:type=Statements,*"), null)) {
            Object global = server.getAttribute(name, "Count");
            counts.put(name.getKeyProperty("instance"), ((Number) global).longValue());
        }
        return counts;
    }
}
