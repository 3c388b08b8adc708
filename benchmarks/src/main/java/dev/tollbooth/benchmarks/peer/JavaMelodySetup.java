package dev.tollbooth.benchmarks.peer;

import javax.sql.DataSource;
import net.bull.javamelody.JdbcWrapper;

/** The setup of JavaMelody's wrapper outside of a web application. */
final class JavaMelodySetup {

    private JavaMelodySetup() {}

    static Connector counting(Origin origin) {
        DataSource wrapped = JdbcWrapper.SINGLETON.createDataSourceProxy(new OriginDataSource(origin));
        return wrapped::getConnection;
    }
}
