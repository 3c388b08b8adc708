package dev.tollbooth.fleet.query;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.report.StatementEncoder;
import dev.tollbooth.proto.v1.OriginRecord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a fleet's origins, added up to records by statement.
 *
 * <p>Not thread-safe.
 */
final class FleetOriginRecords {

    private record Key(
            FleetSender sender,
            @Nullable String schema,
            String digest,
            @Nullable String source) {

        private static Key of(ResultSet row) throws SQLException {
            return new Key(
                    new FleetSender(row.getLong("step"), row.getString("service"), row.getString("part")),
                    row.getString("schema"),
                    row.getString("digest"),
                    row.getString("ru_source"));
        }
    }

    private final Map<Key, List<OriginRecord>> records = new HashMap<>();

    private FleetOriginRecords() {}

    /**
     * Reads the rows that match {@code condition}, grouped by {@code stepAndPart}, the expressions and names of
     * columns.
     */
    static FleetOriginRecords read(FleetViews views, String stepAndPart, String condition) throws SQLException {
        FleetOriginRecords all = new FleetOriginRecords();
        String sql = "SELECT " + stepAndPart + ", service, \"schema\", digest, ru_source, origin,"
                + " " + FleetRecords.sums(OriginRecord.getDescriptor())
                + " FROM origins WHERE " + condition + " GROUP BY ALL ORDER BY origin";
        try (Statement statement = views.database().connection().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                all.records
                        .computeIfAbsent(Key.of(rows), key -> new ArrayList<>())
                        .add(record(rows));
            }
        }
        return all;
    }

    private static OriginRecord record(ResultSet row) throws SQLException {
        OriginRecord.Builder record = OriginRecord.newBuilder().setOrigin(row.getString("origin"));
        Figures figures = FleetRecords.figures(row, OriginRecord.getDescriptor());
        StatementEncoder.writeFields(figures, record);
        if (figures.get(Figure.RU) != null) {
            record.setTotalRu(Figure.RU.rank(figures));
        }
        return record.build();
    }

    /** Returns the records of the statement in {@code row}. */
    List<OriginRecord> of(ResultSet row) throws SQLException {
        return records.getOrDefault(Key.of(row), List.of());
    }
}
