package dev.tollbooth.accounting.digest;

import java.util.Locale;

/** A dialect of SQL, as far as the tokens of its literals, identifiers and comments differ. */
public enum SqlDialect {
    /** TiDB. */
    TIDB(Family.MYSQL),
    /** MySQL and servers that speak it. */
    MYSQL(Family.MYSQL),
    /** MariaDB. */
    MARIADB(Family.MYSQL),
    /** PostgreSQL and servers that speak it. */
    POSTGRESQL(Family.POSTGRESQL),
    /** The standard, and everything unknown. */
    ANSI(Family.ANSI),
    /** H2: dollar quotes. */
    H2(Family.ANSI),
    /** Oracle: {@code q'[..]'}. */
    ORACLE(Family.ANSI),
    /** SQL Server: {@code [x]}, nested comments. */
    SQLSERVER(Family.ANSI),
    /** SQLite: {@code [x]}. */
    SQLITE(Family.ANSI),
    /** HSQLDB. */
    HSQLDB(Family.ANSI),
    /** Apache Derby. */
    DERBY(Family.ANSI),
    /** IBM Db2. */
    DB2(Family.ANSI);

    enum Family {
        MYSQL,
        POSTGRESQL,
        ANSI
    }

    private final Family family;

    SqlDialect(Family family) {
        this.family = family;
    }

    Family family() {
        return family;
    }

    /** Returns the dialect of {@code DatabaseMetaData.getDatabaseProductName()}: ANSI when it is unknown or null. */
    public static SqlDialect forProduct(@org.jspecify.annotations.Nullable String databaseProductName) {
        if (databaseProductName == null) {
            return ANSI;
        }
        String name = databaseProductName.toLowerCase(Locale.ROOT);
        if (name.contains("tidb")) {
            return TIDB;
        } else if (name.contains("mariadb")) {
            return MARIADB;
        } else if (name.contains("mysql") || name.contains("percona") || name.contains("singlestore")) {
            return MYSQL;
        } else if (isPostgres(name)) {
            return POSTGRESQL;
        } else if (name.contains("microsoft") || name.contains("sql server")) {
            return SQLSERVER;
        } else if (name.contains("oracle")) {
            return ORACLE;
        } else if (name.contains("sqlite")) {
            return SQLITE;
        } else if (name.contains("hsql")) {
            return HSQLDB;
        } else if (name.contains("derby")) {
            return DERBY;
        } else if (name.startsWith("db2") || name.contains("as400")) {
            return DB2;
        }
        return name.equals("h2") ? H2 : ANSI;
    }

    private static boolean isPostgres(String name) {
        return name.contains("postgres")
                || name.contains("enterprisedb")
                || name.contains("edb")
                || name.contains("redshift")
                || name.contains("cockroach")
                || name.contains("yugabyte")
                || name.contains("greenplum");
    }

    /**
     * Returns the dialect of that name, in any case.
     *
     * @throws IllegalArgumentException that names the value, what is allowed and the nearest of it
     */
    public static SqlDialect parse(String name) {
        String wanted = name.strip().toUpperCase(Locale.ROOT).replace(" ", "").replace("_", "");
        SqlDialect nearest = ANSI;
        int distance = Integer.MAX_VALUE;
        StringBuilder allowed = new StringBuilder();
        for (SqlDialect dialect : values()) {
            if (dialect.name().equals(wanted)) {
                return dialect;
            }
            int d = editDistance(wanted, dialect.name());
            if (d < distance) {
                distance = d;
                nearest = dialect;
            }
            allowed.append(allowed.length() == 0 ? "" : ", ")
                    .append(dialect.name().toLowerCase(Locale.ROOT));
        }
        throw new IllegalArgumentException("unknown dialect: digest.dialect=" + name + ", allowed are auto, " + allowed
                + "; did you mean " + nearest.name().toLowerCase(Locale.ROOT) + "?");
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
