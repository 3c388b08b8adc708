package dev.tollbooth.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.jdbc.Tollbooth;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.Principal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a filter with a servlet in Tomcat. */
class TollboothFilterTest {

    private static final String BY_ORIGIN = "SELECT coalesce(origin, '-'), sum(count_star)"
            + " FROM performance_schema.events_statements_summary_by_origin WHERE digest_text LIKE '%range%'"
            + " GROUP BY origin";

    @TempDir
    Path directory;

    private final List<String> users = new CopyOnWriteArrayList<>();

    /** A servlet that executes, and records the user of the execution. */
    private final class Orders extends HttpServlet {

        private static final long serialVersionUID = 1;

        private final transient DataSource source;
        private final transient Tollbooth tollbooth;

        Orders(Tollbooth tollbooth) {
            JdbcDataSource h2 = new JdbcDataSource();
            h2.setURL("jdbc:h2:mem:");
            h2.setUser("sa");
            this.tollbooth = tollbooth;
            this.source = tollbooth.wrap(h2);
        }

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try (Connection connection = source.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("SELECT x FROM system_range(1, 2)");
                response.getWriter().print(tollbooth.origin());
            } catch (SQLException e) {
                throw new IOException(e);
            }
        }
    }

    /** Returns a request whose user is the one named by the request itself; it comes before the filter. */
    private static HttpServletRequest loggedIn(HttpServletRequest request) {
        return new HttpServletRequestWrapper(request) {
            @Override
            public Principal getUserPrincipal() {
                String name = getHeader("X-User");
                return name == null ? null : () -> name;
            }
        };
    }

    private Tomcat start(Tollbooth tollbooth, Map<String, String> parameters) throws LifecycleException {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(directory.toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context shop = tomcat.addContext("/shop", directory.toString());
        Tomcat.addServlet(shop, "orders", new Orders(tollbooth));
        shop.addServletMapping("/orders/*", "orders");
        shop.addServletMapping("", "orders");
        FilterDef login = new FilterDef();
        login.setFilterName("login");
        login.setFilter((request, response, chain) -> chain.doFilter(loggedIn((HttpServletRequest) request), response));
        FilterDef filter = new FilterDef();
        filter.setFilterName("tollbooth");
        filter.setFilter(new TollboothFilter(tollbooth));
        parameters.forEach(filter::addInitParameter);
        for (FilterDef each : List.of(login, filter)) {
            shop.addFilterDef(each);
            FilterMap all = new FilterMap();
            all.setFilterName(each.getFilterName());
            all.addURLPattern("/*");
            shop.addFilterMap(all);
        }
        tomcat.start();
        return tomcat;
    }

    private static String send(Tomcat to, String method, String path, String user) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + to.getConnector().getLocalPort() + path))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (!user.isEmpty()) {
            request.header("X-User", user);
        }
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static Map<String, Long> origins(Tollbooth of) throws SQLException {
        Map<String, Long> result = new TreeMap<>();
        try (Connection tables = of.connectToTables();
                Statement statement = tables.createStatement();
                ResultSet rows = statement.executeQuery(BY_ORIGIN)) {
            while (rows.next()) {
                result.put(rows.getString(1), rows.getLong(2));
            }
        }
        return result;
    }

    private static Tollbooth tollbooth() {
        return Tollbooth.builder().setting("jmx", "off").build();
    }

    @Test
    void requests_areNamedByTheMappingOfTheirServletAndAccountedToTheirUser() throws Exception {
        Tollbooth tollbooth = tollbooth();
        tollbooth.subscribe(
                report -> report.window().ruRecords().forEach(record -> users.add(record.user())),
                dev.tollbooth.report.ItemInterval.SECONDS_15);
        Tomcat tomcat = start(tollbooth, Map.of());
        try {
            assertThat(send(tomcat, "GET", "/shop/orders/4711", "ada")).isEqualTo("GET /shop/orders/*");
            send(tomcat, "GET", "/shop/orders/4712", "");
            send(tomcat, "POST", "/shop/orders/4711", "bob");
            send(tomcat, "MADEUP", "/shop/orders/4711", "");
            send(tomcat, "GET", "/shop/", "");
            assertThat(origins(tollbooth))
                    .isEqualTo(Map.of(
                            "GET /shop/orders/*", 2L,
                            "POST /shop/orders/*", 1L,
                            "OTHER /shop/orders/*", 1L,
                            "GET /shop/", 1L));
        } finally {
            tomcat.stop();
            tomcat.destroy();
            tollbooth.close();
        }
        assertThat(users).containsOnly("ada", "bob", "SA");
    }

    @Test
    void filter_switchedOff_namesNobody() throws Exception {
        Tollbooth tollbooth = tollbooth();
        Tomcat tomcat = start(tollbooth, Map.of("origin", "off", "user", "off"));
        try {
            assertThat(send(tomcat, "GET", "/shop/orders/1", "ada")).isEmpty();
            assertThat(origins(tollbooth)).isEqualTo(Map.of("-", 1L));
        } finally {
            tomcat.stop();
            tomcat.destroy();
            tollbooth.close();
        }
    }

    @Test
    void parameters_thatAreWrong_areToldWithWhatIsAllowed() {
        try (Tollbooth tollbooth = tollbooth()) {
            assertThatThrownBy(() -> new TollboothFilter(tollbooth).init(new Parameters(Map.of("orgin", "off"))))
                    .hasMessageContaining("orgin")
                    .hasMessageContaining("origin, user");
            assertThatThrownBy(() -> new TollboothFilter().init(new Parameters(Map.of("origin", "maybe"))))
                    .hasMessageContaining("origin=maybe");
            assertThatThrownBy(() -> new TollboothFilter().init(new Parameters(Map.of("tollbooth.nothing", "1"))))
                    .hasMessageContaining("tollbooth.nothing");
        }
    }
}
