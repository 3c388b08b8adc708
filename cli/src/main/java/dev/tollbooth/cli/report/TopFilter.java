package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Listing.Kind;
import dev.tollbooth.proto.v1.Report;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;

/**
 * A filter of statements, each part empty if it does not matter.
 *
 * @param user the user
 * @param digest the begin of digests in hex
 * @param schema SCHEMA_NAME, or the database of request units
 * @param source the source of request units
 * @param origin the origin
 * @param instance {@code tollbooth.name}, host or instance id of the report's sender
 */
public record TopFilter(String user, String digest, String schema, String source, String origin, String instance) {

    /** A filter that accepts everything. */
    public static final TopFilter ALL = new TopFilter("", "", "", "", "", "");

    /**
     * Converts the digest to lower case.
     *
     * @throws IllegalArgumentException if it is not hexadecimal
     */
    public TopFilter {
        if (!digest.isEmpty() && !digest.matches("[0-9a-fA-F]{1,64}")) {
            throw new IllegalArgumentException(
                    "not a digest: --digest=" + digest + ", give its first hexadecimal digits, as tollbooth top shows");
        }
        digest = digest.toLowerCase(Locale.ROOT);
    }

    /** Returns whether it filters by users, sources and instances only. */
    boolean isOfUsersAlone() {
        return equals(new TopFilter(user, "", "", source, "", instance));
    }

    /** Returns whether it filters by instances only. */
    boolean isOfInstancesAlone() {
        return equals(new TopFilter("", "", "", "", "", instance));
    }

    /** Returns whether it filters only by parts that origins have. */
    boolean isOfOriginsAlone() {
        return equals(new TopFilter("", digest, "", "", origin, instance));
    }

    boolean admitsInstanceOf(Report report) {
        return instance.isEmpty()
                || instance.equals(report.getInstance())
                || instance.equals(report.getResource().getHost())
                || instance.equals(report.getResource().getInstanceId());
    }

    boolean admitsSource(String ofRow) {
        return source.isEmpty() || source.equals(ofRow);
    }

    /** Returns whether the origin {@code ofRow} passes; an empty name means none. */
    boolean admitsOrigin(String ofRow) {
        return origin.isEmpty() || origin.equals(ofRow) || (origin.equals("-") && ofRow.isEmpty());
    }

    /** Returns whether the request units of a user pass. */
    boolean admitsSpending(RowKey key) {
        return (user.isEmpty() || (key.kind() != Kind.GLOBAL_OTHERS && user.equals(key.user())))
                && admitsSource(key.source())
                && key.digest().startsWith(digest);
    }

    /** Returns whether a row passes; {@code schemas} are those of its statement, {@code users} its users. */
    boolean admits(RowKey key, Collection<String> users, Set<String> schemas) {
        return (user.isEmpty() || users.contains(user))
                && (digest.isEmpty()
                        || (key.digest().startsWith(digest) && !key.digest().isEmpty()))
                && (schema.isEmpty()
                        || schemas.contains(schema)
                        || key.keyspace().equals(schema)
                        || key.keyspace().endsWith("/" + schema));
    }
}
