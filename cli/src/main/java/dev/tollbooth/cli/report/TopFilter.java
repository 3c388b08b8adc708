package dev.tollbooth.cli.report;

import dev.tollbooth.proto.v1.Report;
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

    /** {@code schemas} are those that the row's statement ran in. */
    boolean admits(TopRow row, Set<String> schemas) {
        return (user.isEmpty() || row.users().contains(user))
                && (digest.isEmpty()
                        || (row.digest().startsWith(digest) && !row.digest().isEmpty()))
                && (schema.isEmpty()
                        || schemas.contains(schema)
                        || row.keyspace().equals(schema)
                        || row.keyspace().endsWith("/" + schema));
    }
}
