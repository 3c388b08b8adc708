package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Listing.Kind;
import dev.tollbooth.proto.v1.Report;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;

/**
 * Which statements are shown, each part empty where it does not matter.
 *
 * @param user who sent them
 * @param digest the begin of their digests in hex
 * @param schema SCHEMA_NAME, or the database that request units are of
 * @param source of their request units
 * @param origin who in the code executed it
 * @param instance {@code tollbooth.name}, host or instance id of who wrote the report
 */
public record TopFilter(String user, String digest, String schema, String source, String origin, String instance) {

    /** Everything. */
    public static final TopFilter ALL = new TopFilter("", "", "", "", "", "");

    /**
     * Puts the digest into lower case.
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

    /** Whether it leaves out users, sources and instances only. */
    boolean isOfUsersAlone() {
        return equals(new TopFilter(user, "", "", source, "", instance));
    }

    /** Whether it leaves out instances only. */
    boolean isOfInstancesAlone() {
        return equals(new TopFilter("", "", "", "", "", instance));
    }

    /** Whether it leaves out what is known by origin only. */
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

    /** Whether origins leave {@code ofRow} in, an empty name being that of none. */
    boolean admitsOrigin(String ofRow) {
        return origin.isEmpty() || origin.equals(ofRow) || (origin.equals("-") && ofRow.isEmpty());
    }

    /** Whether what a user spent is shown. */
    boolean admitsSpending(RowKey key) {
        return (user.isEmpty() || (key.kind() != Kind.GLOBAL_OTHERS && user.equals(key.user())))
                && admitsSource(key.source())
                && key.digest().startsWith(digest);
    }

    /** {@code schemas} are those that the row's statement ran in, {@code users} those who sent it. */
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
