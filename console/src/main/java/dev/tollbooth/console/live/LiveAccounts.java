package dev.tollbooth.console.live;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tollbooth.console.page.HtmlSafeJson;
import dev.tollbooth.console.page.ModelJson;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.TextNormalizer;
import dev.tollbooth.internal.http.HttpResponse;
import dev.tollbooth.internal.http.Refusal;
import dev.tollbooth.internal.instance.ConsoleTarget;
import dev.tollbooth.internal.jmx.ExposedInstance;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.statement.RunningStatement;
import dev.tollbooth.statement.SqlDialect;
import dev.tollbooth.statement.Statements;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The current state of an instance, and the actions of the page: to cancel a statement and to reset the statement
 * table.
 *
 * <p>Thread-safe.
 */
final class LiveAccounts {

    private static final int MOST_RUNNING = 500;
    private static final int CANCEL_SECONDS = 3;
    private static final int LOOKS_A_SECOND = 20;

    private final ConsoleTarget target;
    private final ExposedInstance exposed;
    private final List<String> allowed;

    /**
     * Makes the state and actions of {@code target}; {@code allowed} has the permitted actions, {@code cancel} or
     * {@code reset}.
     */
    LiveAccounts(ConsoleTarget target, List<String> allowed) {
        this.target = target;
        this.exposed = target.exposed();
        this.allowed = List.copyOf(allowed);
    }

    static HttpResponse json(Map<String, ? extends @Nullable Object> values) {
        return HttpResponse.json(200, out -> {
            JsonGenerator json = HtmlSafeJson.to(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            HtmlSafeJson.write(json, values);
            json.flush();
        });
    }

    /** Returns the counts of the instance, and at most {@value #MOST_RUNNING} running statements. */
    HttpResponse now() {
        Statements statements = exposed.statements();
        List<RunningStatement> running = exposed.sessions().list();
        Map<String, Object> now = new LinkedHashMap<>();
        now.put("atNanos", System.nanoTime());
        now.put("executions", statements.executions());
        now.put("rows", statements.size());
        now.put("lost", statements.lost());
        now.put("runningCount", running.size());
        now.put("allow", allowed);
        now.put(
                "running",
                running.stream().limit(MOST_RUNNING).map(ModelJson::running).toList());
        return json(now);
    }

    /**
     * Cancels a running statement, and returns a response that says whether the statement has ended. A driver ignores a
     * cancel before its request to the server and between two requests. So the cancel is sent again while the statement
     * runs, for {@value #CANCEL_SECONDS} seconds.
     */
    HttpResponse cancel(String id) throws Refusal {
        require("cancel");
        if (!send(id)) {
            return said("The statement had ended already.");
        }
        for (int look = 1; look <= CANCEL_SECONDS * LOOKS_A_SECOND; look++) {
            if (exposed.sessions().list().stream().noneMatch(each -> each.id().equals(id))) {
                return said("Cancelled.");
            }
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1) / LOOKS_A_SECOND);
            if (look % LOOKS_A_SECOND == 0) {
                send(id);
            }
        }
        return said(
                "The driver took the cancel, but the statement still runs: its server may take longer, or not know cancels.");
    }

    private boolean send(String id) throws Refusal {
        try {
            return exposed.sessions().cancel(id);
        } catch (Exception e) {
            // without the driver's message, which may hold anything
            exposed.failures().caught(Place.CANCEL, e);
            throw new Refusal(
                    502,
                    "the driver could not cancel it: exception=" + e.getClass().getSimpleName());
        }
    }

    /** Empties the statement table. */
    HttpResponse reset() throws Refusal {
        require("reset");
        exposed.statements().reset();
        return said("The statistics start again from zero.");
    }

    private void require(String action) throws Refusal {
        if (!allowed.contains(action)) {
            throw new Refusal(403, "not allowed: set tollbooth.console.allow=" + action);
        }
    }

    /** Returns the possible digests of a statement's text, one for each dialect that reads it in another way. */
    static HttpResponse digests(String sql) {
        Set<String> digests = new LinkedHashSet<>();
        for (SqlDialect dialect : SqlDialect.values()) {
            digests.add(new TextNormalizer(dialect, DigestOptions.DEFAULT)
                    .digest(sql)
                    .hex());
        }
        return json(Map.of("digests", digests));
    }

    private static HttpResponse said(String text) {
        return json(Map.of("said", text));
    }

    /** Returns the details of a statement that are missing from reports. */
    HttpResponse statement(String digest, String schema) throws Refusal {
        return json(new StatementDetails(target).of(digest, schema));
    }

    /** Returns Tollbooth's own health, as in {@link LiveHealth}. */
    HttpResponse health() {
        return json(new LiveHealth(exposed).asMap());
    }

    /** Returns the report interval in seconds; 0 without reports. */
    int reportSeconds() {
        Reporter reporter = exposed.reporter();
        return reporter == null ? 0 : reporter.windows().reportInterval().seconds();
    }

    Failures failures() {
        return exposed.failures();
    }
}
