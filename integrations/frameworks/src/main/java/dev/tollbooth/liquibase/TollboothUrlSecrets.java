package dev.tollbooth.liquibase;

import java.util.regex.Pattern;
import liquibase.database.jvm.ConnectionPatterns;

/**
 * The places of secrets in {@code jdbc:tollbooth:} URLs, so that Liquibase's log hides them: user and password before
 * the host, and tokens in Tollbooth's settings.
 *
 * <p>Liquibase's own patterns recognize user and password by the beginning of the URL, which the prefix changes.
 * Liquibase finds {@code password=} anywhere.
 *
 * <p>Thread-safe: immutable after construction.
 */
public final class TollboothUrlSecrets extends ConnectionPatterns {

    private static final Pattern ANY = Pattern.compile("(?i)jdbc:tollbooth:.*");
    private static final Pattern BEFORE_HOST = Pattern.compile("(?i)jdbc:tollbooth:[^/]*//([^/@:]+)(:)([^/@]+)(?=@)");
    private static final Pattern ORACLE =
            Pattern.compile("(?i)jdbc:tollbooth:oracle:[a-z0-9]+:([^/@]+)(/)([^@]+)(?=@)");
    private static final Pattern TOKEN = Pattern.compile("(?i)(tollbooth\\.[a-z.]*token)=([^;&]+)");

    /** Makes the patterns for {@link java.util.ServiceLoader}. */
    public TollboothUrlSecrets() {
        addJdbcBlankToObfuscatePatterns(PatternPair.of(ANY, BEFORE_HOST));
        addJdbcBlankToObfuscatePatterns(PatternPair.of(ANY, ORACLE));
        addJdbcObfuscatePatterns(PatternPair.of(ANY, TOKEN));
    }
}
