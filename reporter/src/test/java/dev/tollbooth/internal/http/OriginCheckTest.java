package dev.tollbooth.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OriginCheckTest {

    private final OriginCheck page = OriginCheck.ofPage("Shop.example");
    private final OriginCheck local = OriginCheck.ofPrograms("localhost", InetAddress.getLoopbackAddress());
    private final OriginCheck open = OriginCheck.ofPrograms("0.0.0.0", address());

    private static InetAddress address() {
        try {
            return InetAddress.getByAddress(new byte[4]);
        } catch (java.net.UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the status of a refusal; 200 is none. */
    private static int status(OriginCheck check, String method, String path, String... headers) {
        Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < headers.length; i += 2) {
            given.put(headers[i], headers[i + 1]);
        }
        try {
            check.check(new HttpRequest(method, path, null, given::get, ""));
            return 200;
        } catch (Refusal e) {
            return e.response().status();
        }
    }

    @Test
    void host_ofAnotherName_isRefusedButBeyondLoopbackWhereProgramsRead() {
        for (String ours : new String[] {"localhost", "LOCALHOST:9464", "127.0.0.1:9464", "10.0.0.7", "[::1]:9464"}) {
            for (OriginCheck check : new OriginCheck[] {page, local, open}) {
                assertThat(status(check, "GET", "/", "Host", ours)).as(ours).isEqualTo(200);
            }
        }
        for (String other :
                new String[] {"evil.example", "evil.example:9464", "127.0.0.1.evil.example", "localhost."}) {
            assertThat(status(page, "GET", "/", "Host", other)).as(other).isEqualTo(421);
            assertThat(status(local, "GET", "/metrics", "Host", other))
                    .as(other)
                    .isEqualTo(421);
            assertThat(status(open, "GET", "/metrics", "Host", other)).as(other).isEqualTo(200);
        }
        assertThat(status(page, "GET", "/", "Host", "shop.example:80")).isEqualTo(200);
        assertThat(status(page, "GET", "/", "Host", "evil.example,localhost")).isEqualTo(421);
        assertThat(status(page, "GET", "/")).as("none").isEqualTo(421);
        assertThat(status(local, "GET", "/")).as("none").isEqualTo(421);
        assertThat(status(open, "GET", "/")).as("none").isEqualTo(200);
    }

    @Test
    void request_thatAnotherSiteMakes_isRefusedWhateverItAsks() {
        for (OriginCheck check : new OriginCheck[] {page, local, open}) {
            for (String method : new String[] {"GET", "POST", "HEAD", "OPTIONS"}) {
                for (String path : new String[] {"/", "/metrics", "/api/v1/report"}) {
                    for (String site : new String[] {"cross-site", "same-site", "unknown"}) {
                        assertThat(status(check, method, path, "Host", "localhost", "Sec-Fetch-Site", site))
                                .isEqualTo(403);
                    }
                    for (String origin : new String[] {"http://evil.example", "null", "http://localhost:1"}) {
                        assertThat(status(check, method, path, "Host", "localhost:9464", "Origin", origin))
                                .isEqualTo(403);
                    }
                }
            }
            for (String site : new String[] {"same-origin", "none"}) {
                assertThat(status(check, "GET", "/", "Host", "localhost", "Sec-Fetch-Site", site))
                        .isEqualTo(200);
            }
            assertThat(status(check, "POST", "/", "Host", "localhost:9464", "Origin", "http://localhost:9464"))
                    .isEqualTo(200);
        }
    }

    @Test
    void link_onAnotherSite_leadsToThePageAndToNothingElse() {
        String[] followed = {
            "Host",
            "localhost",
            "Sec-Fetch-Site",
            "cross-site",
            "Sec-Fetch-Mode",
            "navigate",
            "Sec-Fetch-Dest",
            "document"
        };
        assertThat(status(page, "GET", "/", followed)).isEqualTo(200);
        assertThat(status(page, "POST", "/", followed)).isEqualTo(403);
        assertThat(status(page, "GET", "/api/v1/report", followed)).isEqualTo(403);
        assertThat(status(local, "GET", "/", followed)).isEqualTo(403);
        followed[7] = "iframe";
        assertThat(status(page, "GET", "/", followed)).isEqualTo(403);
    }
}
