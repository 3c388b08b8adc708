package com.example.plain;

import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/**
 * A program in which a method that its agent traces executes a statement; it prints the exemplars at Tollbooth's port.
 */
public final class TracedProgram {

    private TracedProgram() {}

    /**
     * Runs the program.
     *
     * @param args a JDBC URL and the URL of the port
     */
    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection(args[0], "sa", "")) {
            URL port = URI.create(args[1]).toURL();
            while (read(port).isEmpty()) {
                Thread.sleep(20); // it opens a second later
            }
            traced(connection);
            read(port).lines().filter(line -> line.contains("trace_id")).forEach(System.out::println);
        }
    }

    private static void traced(Connection connection) throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table songs (id int primary key)");
        }
    }

    private static String read(URL port) throws Exception {
        URLConnection connection = port.openConnection();
        connection.setRequestProperty("Accept", "application/openmetrics-text");
        try (InputStream body = connection.getInputStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        } catch (ConnectException e) {
            return "";
        }
    }
}
