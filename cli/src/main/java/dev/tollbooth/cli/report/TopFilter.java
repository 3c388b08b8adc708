package dev.tollbooth.cli.report;

import dev.tollbooth.cli.report.ReportedAccounts.RowKey;
import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.Listing.Kind;
import dev.tollbooth.proto.v1.Report;
import java.util.Collection;
import java.util.Set;

/**
 * A filter of statements; an empty part accepts everything.
 *
 * @param user the user
 * @param digest the first digits of digests in hex
 * @param schema the schema of statements, or the database of request units
 * @param source the source of request units
 * @param origin the origin; {@code -} for executions without one
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
        digest = digest.isEmpty() ? "" : Hex.prefix("--digest", digest, "tollbooth top");
    }

    /** Returns whether the filter uses only users, sources and instances. */
    boolean isOfUsersAlone() {
        return equals(new TopFilter(user, "", "", source, "", instance));
    }

    /** Returns whether the filter uses only instances. */
    boolean isOfInstancesAlone() {
        return equals(new TopFilter("", "", "", "", "", instance));
    }

    /** Returns whether the filter uses only parts that the figures of origins have. */
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

    /** Returns whether an origin passes the filter; an empty name means no origin. */
    boolean admitsOrigin(String ofRow) {
        return origin.isEmpty() || origin.equals(ofRow) || (origin.equals("-") && ofRow.isEmpty());
    }

    /** Returns whether the request units of a user pass the filter. */
    boolean admitsSpending(RowKey key) {
        return (user.isEmpty() || (key.kind() != Kind.GLOBAL_OTHERS && user.equals(key.user())))
                && admitsSource(key.source())
                && key.digest().startsWith(digest);
    }

    /**
     * Returns whether a row passes the filter.
     *
     * @param users the users of the row's statement
     * @param schemas the schemas of the row's statement
     */
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
