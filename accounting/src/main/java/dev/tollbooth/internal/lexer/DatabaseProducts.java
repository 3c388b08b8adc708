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
 * A table that maps a database product to the dialect that reads its SQL. Unknown products, and products whose settings
 * decide between strings and names, are {@link SqlDialect#GENERIC}. Such a product has a row only if its name contains
 * the name of another.
 */
public final class DatabaseProducts {

    /** The rows. The first row whose name stands at the begin of a word in the product's name decides. */
    private static final List<Product> TABLE = List.of(
            new Product("tidb", TIDB),
            new Product("mariadb", MARIADB),
            new Product("mysql", MYSQL), // products that speak MySQL's protocol: Doris, StarRocks, Vitess, Dolt
            new Product("percona", MYSQL),
            new Product("singlestore", MYSQL), // MySQL's strings: backslashes escape, "x" is a string
            new Product("memsql", MYSQL),
            new Product("postgres", POSTGRESQL), // the session decides about backslashes
            new Product("enterprisedb", POSTGRESQL),
            new Product("edb", POSTGRESQL),
            new Product("yugabyte", POSTGRESQL),
            new Product("greenplum", POSTGRESQL),
            new Product("cockroach", POSTGRESQL),
            new Product("redshift", POSTGRESQL), // like PostgreSQL, but backslashes escape
            new Product("duckdb", POSTGRESQL_CONFORMING), // PostgreSQL's scanner, without that setting
            new Product("microsoft sql server", SQLSERVER), // not Sybase's product, which is also called SQL Server
            new Product("sqlserver", SQLSERVER),
            new Product("oracle", ORACLE),
            new Product("sqlite", SQLITE),
            new Product("hsql", HSQLDB),
            new Product("apache derby", DERBY),
            new Product("derby", DERBY),
            new Product("db2", DB2),
            new Product("as400", DB2),
            new Product("trino", ANSI), // 'x''y', "x" is a name, no backslashes; the same for the next three
            new Product("presto", ANSI),
            new Product("hdb", ANSI), // SAP HANA
            new Product("teradata", ANSI));

    private DatabaseProducts() {}

    /**
     * Returns the dialect for {@code DatabaseMetaData.getDatabaseProductName()} or a driver's sub-protocol; GENERIC if
     * unknown or null.
     */
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
