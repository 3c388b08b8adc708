package dev.tollbooth.statement;

import dev.tollbooth.internal.control.NearestName;
import dev.tollbooth.internal.control.PrintableText;
import java.util.ArrayList;
import java.util.List;
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
        List<String> allowed = new ArrayList<>();
        for (SqlDialect dialect : values()) {
            if (letters(dialect.settingName()).equals(wanted)) {
                return dialect;
            }
            allowed.add(dialect.settingName());
        }
        throw new IllegalArgumentException("unknown dialect: digest.dialect=" + PrintableText.escape(name)
                + ", allowed are auto, " + String.join(", ", allowed) + NearestName.hint(wanted, allowed));
    }

    private static String letters(String name) {
        return name.replace(" ", "").replace("_", "").replace("-", "");
    }
}
