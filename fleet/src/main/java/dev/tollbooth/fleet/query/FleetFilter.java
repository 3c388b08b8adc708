package dev.tollbooth.fleet.query;

import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.fleet.parquet.FleetDatabase;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.StringJoiner;

/**
 * A filter of rows; an empty text accepts all.
 *
 * @param service the service's name
 * @param version the service's version
 * @param environment an environment such as {@code production}
 * @param instance one process
 * @param times the range that contains the window's start
 */
public record FleetFilter(String service, String version, String environment, String instance, TimeSpan times) {

    /** A filter that accepts everything. */
    public static final FleetFilter ALL = new FleetFilter("", "", "", "", TimeSpan.ALL);

    /** Returns this filter, limited to one version. */
    public FleetFilter ofVersion(String wanted) {
        return new FleetFilter(service, wanted, environment, instance, times);
    }

    /** Returns this filter, limited to one range of time. */
    public FleetFilter ofTimes(TimeSpan wanted) {
        return new FleetFilter(service, version, environment, instance, wanted);
    }

    /** Returns this filter, limited to the time from {@code sinceSeconds} to {@code untilSeconds}, exclusive. */
    FleetFilter within(long sinceSeconds, long untilSeconds) {
        return ofTimes(new TimeSpan(
                Math.max(times.sinceSeconds(), sinceSeconds), Math.min(times.untilSeconds(), untilSeconds)));
    }

    /**
     * Returns the condition in SQL. The condition also limits the days, so that DuckDB opens only the folders of these
     * days.
     */
    String sql() {
        StringJoiner conditions = new StringJoiner(" AND ", "(", ")").add("true");
        add(conditions, "service", service);
        add(conditions, "\"version\"", version);
        add(conditions, "environment", environment);
        add(conditions, "instance", instance);
        if (times.sinceSeconds() > TimeSpan.ALL.sinceSeconds()) {
            conditions.add(
                    "day >= " + day(times.sinceSeconds()) + " AND window_start >= " + time(times.sinceSeconds()));
        }
        if (times.untilSeconds() < TimeSpan.ALL.untilSeconds()) {
            conditions.add("day <= " + day(times.untilSeconds()) + " AND window_start < " + time(times.untilSeconds()));
        }
        return conditions.toString();
    }

    private static void add(StringJoiner conditions, String column, String value) {
        if (!value.isEmpty()) {
            conditions.add(column + " = " + FleetDatabase.literal(value));
        }
    }

    private static String day(long second) {
        return "DATE '" + LocalDate.ofInstant(Instant.ofEpochSecond(second), ZoneOffset.UTC) + "'";
    }

    private static String time(long second) {
        return "make_timestamp(CAST(" + second + " AS BIGINT) * 1000000)";
    }
}
