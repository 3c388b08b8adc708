package com.example.web;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Properties;
import org.h2.Driver;
import org.h2.jdbcx.JdbcDataSource;

/**
 * A servlet with one statement for each request, by a driver in the application's own folder, through a URL or a data
 * source.
 */
public final class SongServlet extends HttpServlet {

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = request.getContextPath().substring(1);
        try (Connection connection = name.equals("one") ? byUrl(name) : byDataSource(name);
                ResultSet rows = connection.createStatement().executeQuery("SELECT '" + name + "' AS " + name)) {
            rows.next();
            response.getWriter().print(rows.getString(1) + " " + System.identityHashCode(Driver.class));
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private static Connection byUrl(String name) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", "sa");
        return new Driver().connect("jdbc:h2:mem:" + name, properties);
    }

    private static Connection byDataSource(String name) throws SQLException {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:" + name);
        return dataSource.getConnection("sa", "");
    }
}
