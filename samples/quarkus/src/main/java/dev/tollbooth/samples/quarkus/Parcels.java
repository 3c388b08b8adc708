package dev.tollbooth.samples.quarkus;

import io.agroal.api.AgroalDataSource;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A service that takes parcels in transactions, and records each in a journal in another database. */
@Singleton
public final class Parcels {
    static final int PARCELS = 50;
    /** The number of statements: one to create each table, and two for each parcel. */
    static final int STATEMENTS = 2 + 2 * PARCELS;

    private final AgroalDataSource parcels;
    private final DataSource journal;

    /** Makes the service for Quarkus. */
    @Inject
    public Parcels(AgroalDataSource parcels, @io.quarkus.agroal.DataSource("journal") DataSource journal) {
        this.parcels = parcels;
        this.journal = journal;
    }

    void takeIn() throws SQLException {
        execute(parcels, "CREATE TABLE parcel (id INT PRIMARY KEY, weight INT)");
        execute(journal, "CREATE TABLE note (id INT PRIMARY KEY, parcel INT)");
        for (int id = 1; id <= PARCELS; id++) {
            int parcel = id;
            QuarkusTransaction.requiringNew().call(() -> insert(parcels, "INSERT INTO parcel VALUES (?, ?)", parcel));
            insert(journal, "INSERT INTO note VALUES (?, ?)", parcel);
        }
    }

    private static void execute(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int insert(DataSource dataSource, String sql, int id) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setInt(1, id);
            insert.setInt(2, id * 10);
            return insert.executeUpdate();
        }
    }
}
