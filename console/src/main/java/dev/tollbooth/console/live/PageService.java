package dev.tollbooth.console.live;

import dev.tollbooth.console.page.PageHtml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers the page's requests, whatever HTTP server they come by.
 *
 * <p>Thread-safe.
 */
public final class PageService {

    private static final String API = "/api/v1/";

    private final OriginCheck origins;
    private final Doorkeeper doorkeeper;
    private final PackedModel model;
    private final @Nullable LiveAccounts live;
    private final @Nullable FleetFigures fleet;

    PageService(OriginCheck origins, Doorkeeper doorkeeper, ModelSource source, @Nullable LiveAccounts live) {
        this(origins, doorkeeper, source, live, null);
    }

    PageService(
            OriginCheck origins,
            Doorkeeper doorkeeper,
            ModelSource source,
            @Nullable LiveAccounts live,
            @Nullable FleetFigures fleet) {
        this.origins = origins;
        this.doorkeeper = doorkeeper;
        this.model = new PackedModel(source);
        this.live = live;
        this.fleet = fleet;
    }

    /** Returns the answer; a request that is not served gets one that says why. */
    public PageAnswer answer(PageRequest request) throws IOException {
        try {
            origins.check(request);
            if (request.path().startsWith(API)) {
                return api(request.path().substring(API.length()), request);
            }
            if (!request.path().equals("/")) {
                throw new Refusal(404, "no such page");
            }
            requireGet(request);
            return page(request);
        } catch (Refusal refusal) {
            return refusal.answer();
        }
    }

    private static void requireGet(PageRequest request) throws Refusal {
        if (!request.method().equals("GET")) {
            throw new Refusal(405, "ask by GET");
        }
    }

    /** The page has no figures: who has not logged in gets no answer to what it asks then. */
    private PageAnswer page(PageRequest request) throws IOException {
        String nonce = PageHtml.newNonce();
        return new PageAnswer(
                        200,
                        Map.of(
                                "Content-Type",
                                "text/html; charset=utf-8",
                                "Content-Security-Policy",
                                PageHtml.policy(nonce, "'self'") + "; frame-ancestors 'none'"),
                        new byte[0])
                .withPacked(PageAnswer.packed(fleet == null ? PageHtml.live(nonce) : PageHtml.fleet(nonce)), request);
    }

    private PageAnswer api(String name, PageRequest request) throws IOException, Refusal {
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
            default -> {
                requireGet(request);
                return read(name, request);
            }
        }
    }

    private PageAnswer read(String name, PageRequest request) throws IOException, Refusal {
        String token = doorkeeper.requireLogin(request);
        return switch (name) {
            case "session" ->
                LiveAccounts.object(json -> {
                    json.writeStringField("token", token);
                    json.writeBooleanField("live", live != null);
                    json.writeBooleanField("fleet", fleet != null);
                });
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

    private PageAnswer fleet(String question, PageRequest request) throws IOException, Refusal {
        FleetFigures asked = fleet;
        if (asked == null) {
            throw new Refusal(404, "this is no fleet");
        }
        try {
            return PageAnswer.json(200, asked.answer(question, request.query()).getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new Refusal(400, "not to be answered: " + question + "; name the service and what to compare");
        }
    }

    private LiveAccounts accounts() throws Refusal {
        if (live == null) {
            throw new Refusal(404, "report files have no present");
        }
        return live;
    }
}
