package dev.tollbooth.statement;

import dev.tollbooth.internal.control.PrintableText;
import java.util.Locale;

/** A dialect of SQL, as far as the tokens of its literals, identifiers and comments differ. */
public enum SqlDialect {
    /** TiDB. */
    TIDB,
    /** MySQL and servers that speak it. */
    MYSQL,
    /** MariaDB. */
    MARIADB,
    /** PostgreSQL and servers that speak it: a string that a backslash may end or not is masked with all behind it. */
    POSTGRESQL,
    /** PostgreSQL with {@code standard_conforming_strings=on}: a backslash is a character. */
    POSTGRESQL_CONFORMING,
    /** PostgreSQL with {@code standard_conforming_strings=off}: a backslash escapes in any string. */
    POSTGRESQL_ESCAPES,
    /** Everything unknown: what may be a literal is one, and where a quote may end or not, all behind it is masked. */
    GENERIC,
    /** The standard: {@code 'x''y'} is a string, {@code "x"} a name, a backslash a character. */
    ANSI,
    /** H2: dollar quotes. */
    H2,
    /** Oracle: {@code q'[..]'}. */
    ORACLE,
    /** SQL Server: {@code [x]}, nested comments; {@code "x"}, a string when QUOTED_IDENTIFIER is off, is masked where it may be one. */
    SQLSERVER,
    /** SQLite: {@code [x]}; {@code "x"} is masked where it may be a string. */
    SQLITE,
    /** HSQLDB. */
    HSQLDB,
    /** Apache Derby: nested comments. */
    DERBY,
    /** IBM Db2. */
    DB2;

    /**
     * {@return {@code detected} if it is this dialect and what a session says of it, this one otherwise}
     *
     * @param detected what the connection's session was found to speak
     */
    public SqlDialect orCloser(SqlDialect detected) {
        boolean closer = detected == POSTGRESQL_CONFORMING || detected == POSTGRESQL_ESCAPES;
        return this == POSTGRESQL && closer ? detected : this;
    }

    /** {@return the name that settings and the command line know it by} */
    public String settingName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * {@return the dialect of that name, in any case}
     *
     * @param name as {@link #settingName} gives it; spaces, underscores and hyphens in it do not count
     * @throws IllegalArgumentException that names the value, what is allowed and the nearest of it
     */
    public static SqlDialect parse(String name) {
        String wanted = letters(name.strip().toLowerCase(Locale.ROOT));
        SqlDialect nearest = GENERIC;
        int distance = Integer.MAX_VALUE;
        StringBuilder allowed = new StringBuilder();
        for (SqlDialect dialect : values()) {
            String known = dialect.settingName();
            if (letters(known).equals(wanted)) {
                return dialect;
            }
            int d = editDistance(wanted, letters(known));
            if (d < distance) {
                distance = d;
                nearest = dialect;
            }
            allowed.append(allowed.length() == 0 ? "" : ", ").append(known);
        }
        throw new IllegalArgumentException("unknown dialect: digest.dialect=" + PrintableText.escape(name)
                + ", allowed are auto, " + allowed + "; did you mean " + nearest.settingName() + "?");
    }

    private static String letters(String name) {
        return name.replace(" ", "").replace("_", "").replace("-", "");
    }

    /** Levenshtein distance, by one row; the arguments are cut at 32 characters. */
    private static int editDistance(String a, String b) {
        int n = Math.min(a.length(), 32);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= n; i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int best = Math.min(Math.min(row[j], row[j - 1]) + 1, diagonal + cost);
                diagonal = row[j];
                row[j] = best;
            }
        }
        return row[b.length()];
    }
}
