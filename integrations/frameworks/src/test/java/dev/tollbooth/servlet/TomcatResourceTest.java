package dev.tollbooth.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.util.Hashtable;
import java.util.Map;
import javax.naming.StringRefAddr;
import javax.naming.spi.NamingManager;
import javax.sql.DataSource;
import org.apache.naming.ResourceRef;
import org.junit.jupiter.api.Test;

/**
 * Tests a {@code Resource} in Tomcat's context, which Tomcat's own factory resolves with the factory of its data
 * source.
 */
class TomcatResourceTest {

    @Test
    void resource_withOurFactory_isAnAccountedDataSource() throws Exception {
        ResourceRef resource = new ResourceRef(
                "javax.sql.DataSource",
                "the shop's",
                "Shareable",
                "Container",
                true,
                "dev.tollbooth.internal.bean.DataSourceFactory",
                null);
        Map.of(
                        "url", "jdbc:h2:mem:",
                        "username", "sa",
                        "password", "",
                        "driverClassName", "org.h2.Driver",
                        "loginTimeout", "5",
                        "connectionProperties", "tollbooth.name=tomcat")
                .forEach((name, value) -> resource.add(new StringRefAddr(name, value)));
        Object made = NamingManager.getObjectInstance(resource, null, null, new Hashtable<>());
        try (Connection connection = ((DataSource) made).getConnection()) {
            connection.createStatement().execute("select 1");
        }
        assertThat(Tollbooth.shared(Map.of("tollbooth.name", "tomcat"))
                        .statements()
                        .executions())
                .isEqualTo(1);
    }
}
