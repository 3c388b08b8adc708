package dev.tollbooth.benchmarks.peer;

import com.p6spy.engine.logging.P6LogFactory;
import com.p6spy.engine.spy.P6DataSource;
import com.p6spy.engine.spy.P6ModuleManager;
import com.p6spy.engine.spy.P6SpyFactory;

/**
 * The setup of p6spy, which is configured once for a whole JVM: the last setup applies to connections opened after it.
 */
final class P6spySetup {

    private P6spySetup() {}

    static Connector silent(Origin origin) {
        return connector(origin, P6SpyFactory.class.getName());
    }

    static Connector toNowhere(Origin origin) {
        return connector(origin, P6SpyFactory.class.getName() + "," + P6LogFactory.class.getName());
    }

    private static Connector connector(Origin origin, String modules) {
        System.setProperty("p6spy.config.modulelist", modules);
        System.setProperty("p6spy.config.appender", NowhereLogger.class.getName());
        P6ModuleManager.getInstance().reload();
        return new P6DataSource(new OriginDataSource(origin))::getConnection;
    }
}
