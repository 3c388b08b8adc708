package dev.tollbooth.statement;

import dev.tollbooth.internal.control.NearestName;
import dev.tollbooth.internal.control.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A dialect of SQL. Dialects differ here in the tokens of literals, identifiers and comments only. */
public enum SqlDialect {
    /** TiDB. */
    TIDB,
    /** MySQL and servers that speak its protocol. */
    MYSQL,
    /** MariaDB. */
    MARIADB,
    /**
     * PostgreSQL and servers that speak its protocol. If it is unclear whether a quote after a backslash ends the
     * string, the rest of the text is masked.
     */
    POSTGRESQL,
    /** PostgreSQL with {@code standard_conforming_strings=on}: a backslash is an ordinary character. */
    POSTGRESQL_CONFORMING,
    /** PostgreSQL with {@code standard_conforming_strings=off}: a backslash escapes in any string. */
    POSTGRESQL_ESCAPES,
    /**
     * An unknown database: everything that may be a literal is masked, and so is everything after the begin of a quoted
     * text whose end is unclear.
     */
    GENERIC,
    /** The SQL standard: {@code 'x''y'} is a string, {@code "x"} a name, and a backslash an ordinary character. */
    ANSI,
    /** H2, which has dollar quotes. */
    H2,
    /** Oracle, which has strings such as {@code q'[..]'}. */
    ORACLE,
    /**
     * SQL Server, which has names in brackets and nested comments. {@code "x"} is masked where it may be a string,
     * which depends on QUOTED_IDENTIFIER.
     */
    SQLSERVER,
    /** SQLite, which has names in brackets; {@code "x"} is masked where it may be a string. */
    SQLITE,
    /** HSQLDB. */
    HSQLDB,
    /** Apache Derby, which has nested comments. */
    DERBY,
    /** IBM Db2. */
    DB2;

    /**
     * {@return {@code detected} if it is the variant of this dialect for the session's settings, else this dialect}
     *
     * @param detected the dialect that was found for the connection's session
     */
    public SqlDialect orCloser(SqlDialect detected) {
        boolean closer = detected == POSTGRESQL_CONFORMING || detected == POSTGRESQL_ESCAPES;
        return this == POSTGRESQL && closer ? detected : this;
    }

    /** {@return the name in settings and on the command line} */
    public String settingName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * {@return the dialect with this name, in any case}
     *
     * @param name a name from {@link #settingName}; spaces, underscores and hyphens are ignored
     * @throws IllegalArgumentException if the name is unknown; the message has the allowed names and the nearest one
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
