package dev.tollbooth.integration.process;

import dev.tollbooth.jdbc.Tollbooth;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.h2.jdbc.JdbcConnection;

/** An application that connects three times and prints its effective settings. */
final class OutsideSettingsApplication {

    private OutsideSettingsApplication() {}

    /**
     * Connects and prints.
     *
     * @param arguments pairs of a connection property's name and its value
     */
    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        for (int i = 0; i < arguments.length; i += 2) {
            properties.setProperty(arguments[i], arguments[i + 1]);
        }
        for (int i = 0; i < 3; i++) {
            try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:outside", properties);
                    Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
                System.out.println("own=" + (connection instanceof JdbcConnection));
            }
        }
        try (Tollbooth second = Tollbooth.builder()
                .setting("name", "second")
                .setting("jmx", "off")
                .build()) {
            System.out.println("second=" + second.name());
        }
        Tollbooth.shared(own(properties)); // has its MBeans from now on
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("dev.tollbooth:type=Settings,instance=default");
        if (server.isRegistered(name)) {
            print(server, name, "Settings");
            print(server, name, "Ignored");
        }
    }

    private static Map<String, String> own(Properties properties) {
        Map<String, String> own = new HashMap<>();
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith("tollbooth.")) {
                own.put(name, properties.getProperty(name));
            }
        }
        return own;
    }

    private static void print(MBeanServer server, ObjectName name, String attribute) throws Exception {
        for (Object row : ((TabularData) server.getAttribute(name, attribute)).values()) {
            System.out.println(attribute + "=" + String.join("|", strings((CompositeData) row)));
        }
    }

    private static String[] strings(CompositeData row) {
        return row.getCompositeType().keySet().stream()
                .map(key -> String.valueOf(row.get(key)))
                .toArray(String[]::new);
    }
}
