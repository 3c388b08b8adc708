package dev.tollbooth.agent;

import java.util.List;

/**
 * The names of known drivers and their data sources: the classes that declare the methods which connect. Names of
 * classes that the application doesn't have do no harm.
 */
final class DriverClasses {

    static final List<String> NAMES = List.of(
            // PostgreSQL and compatible databases
            "org.postgresql.Driver",
            "org.postgresql.ds.common.BaseDataSource",
            "org.postgresql.ds.PGConnectionPoolDataSource",
            "org.postgresql.xa.PGXADataSource",
            "com.amazon.redshift.Driver",
            "com.edb.Driver",
            "com.kingbase8.Driver",
            "com.yugabyte.Driver",
            "org.opengauss.Driver",
            // MySQL, MariaDB
            "com.mysql.cj.jdbc.NonRegisteringDriver",
            "com.mysql.cj.jdbc.MysqlConnectionPoolDataSource",
            "com.mysql.cj.jdbc.MysqlDataSource",
            "com.mysql.cj.jdbc.MysqlXADataSource",
            "com.mysql.jdbc.NonRegisteringDriver",
            "com.mysql.jdbc.jdbc2.optional.MysqlConnectionPoolDataSource",
            "com.mysql.jdbc.jdbc2.optional.MysqlDataSource",
            "com.mysql.jdbc.jdbc2.optional.MysqlXADataSource",
            "com.oceanbase.jdbc.Driver",
            "org.mariadb.jdbc.Driver", // before 3.5.11
            "org.mariadb.jdbc.MariaDbDataSource",
            "org.mariadb.jdbc.MariaDbPoolDataSource",
            "org.mariadb.jdbc.NonRegisteringDriver",
            // Oracle
            "oracle.jdbc.driver.OracleDriver",
            "oracle.jdbc.pool.OracleConnectionPoolDataSource",
            "oracle.jdbc.pool.OracleDataSource",
            "oracle.jdbc.xa.client.OracleXADataSource",
            // SQL Server
            "com.microsoft.sqlserver.jdbc.SQLServerConnectionPoolDataSource",
            "com.microsoft.sqlserver.jdbc.SQLServerDataSource",
            "com.microsoft.sqlserver.jdbc.SQLServerDriver",
            "com.microsoft.sqlserver.jdbc.SQLServerXADataSource",
            "net.sourceforge.jtds.jdbc.Driver",
            "net.sourceforge.jtds.jdbcx.JtdsDataSource",
            // Db2, Informix, SAP, Teradata
            "com.ibm.db2.jcc.DB2ConnectionPoolDataSource",
            "com.ibm.db2.jcc.DB2Driver",
            "com.ibm.db2.jcc.DB2SimpleDataSource",
            "com.ibm.db2.jcc.DB2XADataSource",
            "com.informix.jdbc.IfxDriver",
            "com.sap.db.jdbc.Driver",
            "com.sybase.jdbc4.jdbc.SybDriver",
            "com.teradata.jdbc.TeraDriver",
            // databases in the same JVM
            "org.apache.derby.client.ClientAutoloadedDriver",
            "org.apache.derby.iapi.jdbc.AutoloadedDriver",
            "org.apache.derby.jdbc.ClientDriver",
            "org.apache.derby.jdbc.EmbeddedDriver",
            "org.apache.derby.jdbc.InternalDriver",
            "org.duckdb.DuckDBDriver",
            "org.h2.Driver",
            "org.h2.jdbcx.JdbcDataSource",
            "org.hsqldb.jdbc.JDBCDataSource",
            "org.hsqldb.jdbc.JDBCDriver",
            "org.hsqldb.jdbc.pool.JDBCPooledDataSource",
            "org.hsqldb.jdbc.pool.JDBCXADataSource",
            "org.sqlite.JDBC",
            "org.sqlite.SQLiteDataSource",
            "org.sqlite.javax.SQLiteConnectionPoolDataSource",
            // warehouses and others
            "com.clickhouse.jdbc.ClickHouseDriver",
            "com.clickhouse.jdbc.Driver",
            "com.databricks.client.jdbc.Driver",
            "com.exasol.jdbc.EXADriver",
            "com.facebook.presto.jdbc.PrestoDriver",
            "com.google.cloud.spanner.jdbc.JdbcDriver",
            "com.vertica.jdbc.Driver",
            "dm.jdbc.driver.DmDriver",
            "io.trino.jdbc.NonRegisteringTrinoDriver",
            "net.snowflake.client.jdbc.SnowflakeDriver",
            "org.apache.hive.jdbc.HiveDriver",
            "org.firebirdsql.jdbc.FBDriver",
            // the application's own Tollbooth, which accounts for the connections that it opens
            "dev.tollbooth.jdbc.TollboothConnectionPoolDataSource",
            "dev.tollbooth.jdbc.TollboothDataSource",
            "dev.tollbooth.jdbc.TollboothDriver",
            "dev.tollbooth.jdbc.TollboothXADataSource");

    private DriverClasses() {}
}
