package dev.tollbooth.integration.starter;

/** A kind of pool, with the way an application declares it and the expected change of the bean. */
enum PoolKind {
    HIKARI_BY_PROPERTIES(Pools.OfBoot.class, "", "HikariDataSource", Way.BY_URL),
    HIKARI_BY_CONNECTION_DETAILS(Pools.OfBoot.class, "", "HikariDataSource", Way.BY_URL),
    HIKARI_BEAN(Pools.OwnHikariNotStarted.class, "", "HikariDataSource", Way.BY_URL),
    HIKARI_BEAN_STARTED(Pools.OwnHikari.class, "", "HikariDataSource", Way.WRAPPED),
    DBCP2_BY_PROPERTIES(Pools.OfBoot.class, "org.apache.commons.dbcp2.BasicDataSource", "BasicDataSource", Way.BY_URL),
    DBCP2_BEAN_STARTED(Pools.StartedDbcp2.class, "", "BasicDataSource", Way.WRAPPED),
    TOMCAT_BY_PROPERTIES(Pools.OfBoot.class, "org.apache.tomcat.jdbc.pool.DataSource", "DataSource", Way.WRAPPED);

    /** The ways in which a bean is accounted. */
    enum Way {
        BY_URL("by its URL"),
        WRAPPED("wrapped");

        final String said;

        Way(String said) {
            this.said = said;
        }
    }

    final Class<?> application;
    final String type;
    final String beanClass;
    final Way way;

    PoolKind(Class<?> application, String type, String beanClass, Way way) {
        this.application = application;
        this.type = type;
        this.beanClass = beanClass;
        this.way = way;
    }

    boolean isHikari() {
        return beanClass.startsWith("Hikari");
    }
}
