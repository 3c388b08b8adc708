package dev.tollbooth.internal.lexer;

import static dev.tollbooth.statement.SqlDialect.ANSI;
import static dev.tollbooth.statement.SqlDialect.DB2;
import static dev.tollbooth.statement.SqlDialect.DERBY;
import static dev.tollbooth.statement.SqlDialect.GENERIC;
import static dev.tollbooth.statement.SqlDialect.H2;
import static dev.tollbooth.statement.SqlDialect.HSQLDB;
import static dev.tollbooth.statement.SqlDialect.MARIADB;
import static dev.tollbooth.statement.SqlDialect.MYSQL;
import static dev.tollbooth.statement.SqlDialect.ORACLE;
import static dev.tollbooth.statement.SqlDialect.POSTGRESQL;
import static dev.tollbooth.statement.SqlDialect.POSTGRESQL_CONFORMING;
import static dev.tollbooth.statement.SqlDialect.SQLITE;
import static dev.tollbooth.statement.SqlDialect.SQLSERVER;
import static dev.tollbooth.statement.SqlDialect.TIDB;

import dev.tollbooth.statement.SqlDialect;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which dialect a database product's SQL is read by. A product that is not here, or whose strings and names cannot be told
 * apart without its settings, is {@link SqlDialect#GENERIC}: it is here then only because its name holds another's.
 */
public final class DatabaseProducts {

    /** The first row counts whose name stands in the product's name, at the beginning of a word. */
    private static final List<Product> TABLE = List.of(
            new Product("tidb", TIDB),
            new Product("mariadb", MARIADB),
            new Product("mysql", MYSQL), // as what speaks its protocol calls itself: Doris, StarRocks, Vitess, Dolt
            new Product("percona", MYSQL),
            new Product("singlestore", MYSQL), // MySQL's strings: backslashes, "x" is one
            new Product("memsql", MYSQL),
            new Product("postgres", POSTGRESQL), // what a backslash is, the session says
            new Product("enterprisedb", POSTGRESQL),
            new Product("edb", POSTGRESQL),
            new Product("yugabyte", POSTGRESQL),
            new Product("greenplum", POSTGRESQL),
            new Product("cockroach", POSTGRESQL),
            new Product("redshift", POSTGRESQL), // as PostgreSQL, whose backslashes escape
            new Product("duckdb", POSTGRESQL_CONFORMING), // PostgreSQL's scanner, without that setting
            new Product("microsoft sql server", SQLSERVER), // not Sybase's, which is called SQL Server, too
            new Product("sqlserver", SQLSERVER),
            new Product("oracle", ORACLE),
            new Product("sqlite", SQLITE),
            new Product("hsql", HSQLDB),
            new Product("apache derby", DERBY),
            new Product("derby", DERBY),
            new Product("db2", DB2),
            new Product("as400", DB2),
            new Product("trino", ANSI), // 'x''y', "x" is a name, no backslashes, in this one and the next three
            new Product("presto", ANSI),
            new Product("hdb", ANSI), // SAP HANA
            new Product("teradata", ANSI));

    private DatabaseProducts() {}

    /** Returns the dialect of {@code DatabaseMetaData.getDatabaseProductName()} or of a driver's sub-protocol: GENERIC when it is unknown or null. */
    public static SqlDialect dialectOf(@Nullable String product) {
        if (product == null) {
            return GENERIC;
        }
        String name = product.toLowerCase(Locale.ROOT);
        for (Product row : TABLE) {
            if (beginsWord(name, row.name)) {
                return row.dialect;
            }
        }
        return name.equals("h2") ? H2 : GENERIC;
    }

    private static boolean beginsWord(String name, String wanted) {
        int at = name.indexOf(wanted);
        return at == 0 || (at > 0 && !Character.isLetterOrDigit(name.charAt(at - 1)));
    }

    private record Product(String name, SqlDialect dialect) {}
}
