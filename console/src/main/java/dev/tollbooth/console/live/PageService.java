package dev.tollbooth.console.live;

import dev.tollbooth.console.page.PageHtml;
import dev.tollbooth.internal.http.HttpRequest;
import dev.tollbooth.internal.http.HttpResponse;
import dev.tollbooth.internal.http.Refusal;
import dev.tollbooth.internal.http.RequestHandler;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A service that responds to the page's requests.
 *
 * <p>Thread-safe.
 */
final class PageService implements RequestHandler {

    private static final String API = "/api/v1/";
    /** The requests with large answers, about all statements or all JVMs. */
    private static final Set<String> LARGE =
            Set.of(API + "report", API + "services", API + "instances", API + "changes");

    private final Doorkeeper doorkeeper;
    private final PackedModel model;
    private final @Nullable LiveAccounts live;
    private final @Nullable FleetFigures fleet;

    PageService(Doorkeeper doorkeeper, PackedModel model, @Nullable LiveAccounts live, @Nullable FleetFigures fleet) {
        this.doorkeeper = doorkeeper;
        this.model = model;
        this.live = live;
        this.fleet = fleet;
    }

    @Override
    public boolean isLarge(HttpRequest request) {
        return LARGE.contains(request.path());
    }

    @Override
    public HttpResponse respond(HttpRequest request) throws IOException, Refusal {
        if (request.path().startsWith(API)) {
            return api(request.path().substring(API.length()), request);
        }
        if (!request.path().equals("/")) {
            throw new Refusal(404, "no such page");
        }
        requireGet(request);
        return page();
    }

    private static void requireGet(HttpRequest request) throws Refusal {
        if (!request.method().equals("GET")) {
            throw new Refusal(405, "ask by GET");
        }
    }

    /** Returns the page, which contains no figures. Without a login, its requests for figures are rejected. */
    private HttpResponse page() {
        String nonce = PageHtml.newNonce();
        return new HttpResponse(
                200,
                Map.of(
                        "Content-Type",
                        "text/html; charset=utf-8",
                        "Content-Security-Policy",
                        PageHtml.policy(nonce, "'self'") + "; frame-ancestors 'none'"),
                out -> {
                    Writer page = new OutputStreamWriter(out, StandardCharsets.UTF_8);
                    PageHtml.live(page, nonce, fleet != null);
                    page.flush();
                });
    }

    private HttpResponse api(String name, HttpRequest request) throws IOException, Refusal {
        switch (name) {
            case "login" -> {
                if (!request.isPost()) {
                    throw new Refusal(405, "a login needs a POST");
                }
                return doorkeeper.login(request);
            }
            case "cancel" -> {
                doorkeeper.requireChange(request);
                return accounts().cancel(request.body());
            }
            case "reset" -> {
                doorkeeper.requireChange(request);
                return accounts().reset();
            }
            case "digest" -> {
                doorkeeper.requireChange(request); // a POST, so that no address contains the SQL
                return LiveAccounts.digests(request.body());
            }
            default -> {
                requireGet(request);
                return read(name, request);
            }
        }
    }

    private HttpResponse read(String name, HttpRequest request) throws IOException, Refusal {
        String token = doorkeeper.requireLogin(request);
        return switch (name) {
            case "session" -> session(token);
            case "report" -> model.answer(request);
            case "now" -> accounts().now();
            case "health" -> accounts().health();
            case "statement" ->
                accounts()
                        .statement(
                                request.query().getOrDefault("digest", ""),
                                request.query().getOrDefault("schema", ""));
            case "services", "instances", "changes" -> fleet(name, request);
            default -> throw new Refusal(404, "no such thing to ask for");
        };
    }

    private HttpResponse session(String token) {
        Map<String, Object> session = new LinkedHashMap<>();
        session.put("token", token);
        session.put("live", live != null);
        session.put("fleet", fleet != null);
        if (live != null) {
            session.put("reportSeconds", live.reportSeconds());
        }
        return LiveAccounts.json(session);
    }

    private HttpResponse fleet(String question, HttpRequest request) throws IOException, Refusal {
        FleetFigures asked = fleet;
        if (asked == null) {
            throw new Refusal(404, "this is no fleet");
        }
        try {
            byte[] json = asked.answer(question, request.query()).getBytes(StandardCharsets.UTF_8);
            return HttpResponse.json(200, out -> out.write(json));
        } catch (IllegalArgumentException e) {
            throw new Refusal(
                    400, "not to be answered: " + question + "; name the service and both sides of the comparison");
        }
    }

    private LiveAccounts accounts() throws Refusal {
        if (live == null) {
            throw new Refusal(404, "report files have no present");
        }
        return live;
    }
}
