package dev.tollbooth.integration.packaging;

import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** An application in a run time with few modules; the arguments are settings, as {@code key=value}. */
final class LimitedRunTimeApplication {

    static final int EXECUTIONS = 7;

    private LimitedRunTimeApplication() {}

    public static void main(String[] arguments) throws SQLException {
        Properties properties = new Properties();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            properties.setProperty(argument.substring(0, equals), argument.substring(equals + 1));
        }
        System.out.println("modules management="
                + ModuleLayer.boot().findModule("java.management").isPresent() + " jfr="
                + ModuleLayer.boot().findModule("jdk.jfr").isPresent());
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:limited", properties);
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < EXECUTIONS; i++) {
                try (ResultSet rows = statement.executeQuery("select " + i)) {
                    rows.next();
                }
            }
        }
        Map<String, String> settings = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        Tollbooth tollbooth = Tollbooth.shared(settings);
        System.out.println("counted=" + tollbooth.statements().list().get(0).count());
        System.out.println("ended");
    }
}
