package dev.tollbooth.benchmarks.peer;

import com.alibaba.druid.filter.stat.StatFilter;
import com.alibaba.druid.proxy.jdbc.DataSourceProxyConfig;
import com.alibaba.druid.proxy.jdbc.DataSourceProxyImpl;
import java.util.Properties;

/** The setup of Druid's filter chain, the part of its pool that measures. */
final class DruidSetup {

    private DruidSetup() {}

    static Connector mergingStatFilter(Origin origin) {
        StatFilter filter = new StatFilter();
        filter.setMergeSql(true);
        DataSourceProxyConfig config = new DataSourceProxyConfig();
        config.setName("benchmark");
        config.setUrl(origin.url());
        config.setRawUrl(origin.url());
        config.setRawDriverClassName(origin.driver().getClass().getName());
        config.getFilters().add(filter);
        DataSourceProxyImpl dataSource = new DataSourceProxyImpl(origin.driver(), config);
        filter.init(dataSource);
        return () -> dataSource.connect(new Properties());
    }
}
