package dev.tollbooth.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OriginCheckTest {

    private final OriginCheck page = OriginCheck.ofPage("Shop.example");
    private final OriginCheck programs = OriginCheck.ofPrograms("shop.example");

    /** Returns the status of a rejected request over loopback; 200 if it is accepted. */
    private static int status(OriginCheck check, String method, String path, String... headers) {
        return status(true, check, method, path, headers);
    }

    private static int status(boolean isLocal, OriginCheck check, String method, String path, String... headers) {
        Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < headers.length; i += 2) {
            given.put(headers[i], headers[i + 1]);
        }
        try {
            check.check(new HttpRequest(method, path, null, given::get, "", isLocal));
            return 200;
        } catch (Refusal e) {
            return e.response().status();
        }
    }

    @Test
    void host_ofAnotherName_isRefusedButBeyondLoopbackWhereProgramsRead() {
        for (String ours : new String[] {"localhost", "LOCALHOST:9464", "127.0.0.1:9464", "10.0.0.7", "[::1]:9464"}) {
            for (OriginCheck check : new OriginCheck[] {page, programs}) {
                assertThat(status(check, "GET", "/", "Host", ours)).as(ours).isEqualTo(200);
            }
        }
        for (String other :
                new String[] {"evil.example", "evil.example:9464", "127.0.0.1.evil.example", "localhost."}) {
            for (OriginCheck check : new OriginCheck[] {page, programs}) {
                assertThat(status(check, "GET", "/", "Host", other)).as(other).isEqualTo(421);
            }
            assertThat(status(false, page, "GET", "/", "Host", other)).as(other).isEqualTo(421);
            assertThat(status(false, programs, "GET", "/metrics", "Host", other))
                    .as(other)
                    .isEqualTo(200);
        }
        for (OriginCheck check : new OriginCheck[] {page, programs}) {
            assertThat(status(check, "GET", "/", "Host", "shop.example:80")).isEqualTo(200);
            assertThat(status(check, "GET", "/", "Host", "evil.example,localhost"))
                    .isEqualTo(421);
            assertThat(status(check, "GET", "/")).as("none").isEqualTo(421);
        }
        assertThat(status(false, programs, "GET", "/")).as("none").isEqualTo(200);
    }

    @Test
    void request_thatAnotherSiteMakes_isRefusedWhateverItAsks() {
        for (OriginCheck check : new OriginCheck[] {page, programs}) {
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
        assertThat(status(programs, "GET", "/", followed)).isEqualTo(403);
        followed[7] = "iframe";
        assertThat(status(page, "GET", "/", followed)).isEqualTo(403);
    }
}
