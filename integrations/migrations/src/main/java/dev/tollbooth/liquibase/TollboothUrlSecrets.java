package dev.tollbooth.liquibase;

import java.util.regex.Pattern;
import liquibase.database.jvm.ConnectionPatterns;

/**
 * Where {@code jdbc:tollbooth:} URLs hold a user and a password before their host, so that Liquibase's log does not show them.
 *
 * <p>Liquibase's own patterns know those places by the beginning of the URL, which the prefix changes; {@code password=} they
 * find anywhere. Thread-safe: it does not change once it is made.
 */
public final class TollboothUrlSecrets extends ConnectionPatterns {

    private static final Pattern ANY = Pattern.compile("(?i)jdbc:tollbooth:.*");
    private static final Pattern BEFORE_HOST = Pattern.compile("(?i)jdbc:tollbooth:[^/]*//([^/@:]+)(:)([^/@]+)(?=@)");
    private static final Pattern ORACLE =
            Pattern.compile("(?i)jdbc:tollbooth:oracle:[a-z0-9]+:([^/@]+)(/)([^@]+)(?=@)");
    private static final Pattern TOKEN = Pattern.compile("(?i)(tollbooth\\.[a-z.]*token)=([^;&]+)");

    /** Made by Liquibase, by {@link java.util.ServiceLoader}. */
    public TollboothUrlSecrets() {
        addJdbcBlankToObfuscatePatterns(PatternPair.of(ANY, BEFORE_HOST));
        addJdbcBlankToObfuscatePatterns(PatternPair.of(ANY, ORACLE));
        addJdbcObfuscatePatterns(PatternPair.of(ANY, TOKEN));
    }
}
