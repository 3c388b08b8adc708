package dev.tollbooth.integration.packaging;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDriver;
import dev.tollbooth.statement.StatementSnapshot;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/**
 * An application as a bundle, which imports the packages of Tollbooth's bundle, and prints the count of three
 * executions.
 */
public final class BundledApplication implements BundleActivator {

    /** Makes the activator for the framework, which creates it by name. */
    public BundledApplication() {}

    @Override
    public void start(BundleContext context) throws Exception {
        Driver driver = new TollboothDriver();
        try (Connection connection = driver.connect("jdbc:tollbooth:h2:mem:osgi", new Properties());
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 3; i++) {
                statement.executeQuery("SELECT " + i).close();
            }
        }
        for (StatementSnapshot row : Tollbooth.shared().statements().list()) {
            System.out.println("counted " + row.digestText() + " | " + row.count());
        }
        try (Connection tables = Tollbooth.shared().connectToTables()) {
            System.out.println("tables: " + tables.getCatalog());
        } catch (SQLException e) {
            System.out.println("tables: " + e.getMessage());
        }
    }

    @Override
    public void stop(BundleContext context) {}
}
