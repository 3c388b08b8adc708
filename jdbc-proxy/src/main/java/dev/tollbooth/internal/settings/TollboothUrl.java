package dev.tollbooth.internal.settings;

import dev.tollbooth.internal.control.NearestName;
import dev.tollbooth.internal.provider.SqlTables;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A URL {@code jdbc:tollbooth:X}, which stands for {@code jdbc:X} with accounting.
 *
 * @param delegateUrl the driver's own URL; it may hold a password, so it is never shown
 */
public record TollboothUrl(String delegateUrl) {

    static final String PREFIX = "jdbc:tollbooth:";
    private static final String SQL_TABLES = PREFIX + SqlTables.SCHEMA;
    private static final String SQL_STATE = "08001";
    private static final String REMEDY =
            "; put tollbooth: behind jdbc: of the driver's own URL, as in jdbc:tollbooth:postgresql://host/database";
    private static final int MAX_WORD = 64;

    /** Returns whether {@code url} is meant for Tollbooth, right or wrong. */
    public static boolean isOurs(@Nullable String url) {
        if (url == null) {
            return false;
        }
        String bare = PREFIX.substring(0, PREFIX.length() - 1);
        return url.regionMatches(true, 0, bare, 0, bare.length())
                && (url.length() == bare.length() || url.charAt(bare.length()) == ':');
    }

    /** Returns whether {@code url} names Tollbooth's own tables, {@code jdbc:tollbooth:performance_schema}. */
    public static boolean isSqlTables(String url) {
        return url.equalsIgnoreCase(SQL_TABLES);
    }

    /**
     * Returns the URL without Tollbooth's prefix.
     *
     * @throws SQLException if the rest can't be a driver's URL. The message contains no part of the URL, which may hold a
     *     password
     */
    public static TollboothUrl parse(String url) throws SQLException {
        String rest = url.length() <= PREFIX.length() ? "" : url.substring(PREFIX.length());
        if (rest.isBlank()) {
            throw new SQLException("nothing behind jdbc:tollbooth:" + REMEDY, SQL_STATE);
        }
        if (rest.regionMatches(true, 0, "jdbc:", 0, "jdbc:".length())) {
            throw new SQLException("jdbc: stands twice in the URL: jdbc:tollbooth:jdbc:..." + REMEDY, SQL_STATE);
        }
        int colon = rest.indexOf(':');
        if (colon < 0) {
            throw new SQLException("no colon behind the driver's sub-protocol in the URL" + REMEDY, SQL_STATE);
        }
        String word = rest.substring(0, colon);
        if (!isSubProtocol(word)) {
            throw new SQLException(
                    "no driver's sub-protocol behind jdbc:tollbooth: (letters, digits, + _ . -, then a colon)" + REMEDY,
                    SQL_STATE);
        }
        return new TollboothUrl("jdbc:" + rest);
    }

    /**
     * Returns whether {@code word} begins with a letter, and continues with letters, digits, + _ . -, at most 64
     * characters.
     */
    private static boolean isSubProtocol(String word) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!letter && (i == 0 || (!(c >= '0' && c <= '9') && "+_.-".indexOf(c) < 0))) {
                return false;
            }
        }
        return !word.isEmpty() && word.length() <= MAX_WORD;
    }

    /** Returns the word that identifies the driver, such as {@code postgresql}. */
    String subProtocol() {
        int start = "jdbc:".length();
        return delegateUrl.substring(start, delegateUrl.indexOf(':', start));
    }

    /** Returns an exception that says that no driver accepts the URL, and names the drivers {@code known}. */
    public SQLException noDriver(List<Driver> known) {
        List<String> names = new ArrayList<>();
        for (Driver driver : known) {
            String name = driver.getClass().getName();
            if (!names.contains(name)) {
                names.add(name);
            }
        }
        String word = subProtocol();
        return new SQLException(
                "no driver accepts the URL: subprotocol=" + word + nearest(word) + ", drivers known="
                        + (names.isEmpty() ? "none" : String.join(", ", names))
                        + "; put the driver's jar on the class path, or correct the URL after jdbc:tollbooth:",
                SQL_STATE);
    }

    private static String nearest(String word) {
        List<String> usual = List.of(
                "postgresql", "mysql", "mariadb", "h2", "oracle", "sqlserver", "db2", "derby", "hsqldb", "sqlite");
        return usual.contains(word) ? "" : NearestName.hint(word.toLowerCase(Locale.ROOT), usual);
    }

    /** Returns the sub-protocol only, because the URL may hold a password. */
    @Override
    public String toString() {
        return PREFIX + subProtocol() + ":...";
    }
}
