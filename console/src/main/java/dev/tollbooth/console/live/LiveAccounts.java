package dev.tollbooth.console.live;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tollbooth.console.page.HtmlSafeJson;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.TextNormalizer;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.http.HttpResponse;
import dev.tollbooth.internal.http.Refusal;
import dev.tollbooth.internal.instance.ConsoleTarget;
import dev.tollbooth.internal.jmx.ExposedInstance;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.statement.RunningStatement;
import dev.tollbooth.statement.SqlDialect;
import dev.tollbooth.statement.Statements;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

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

    /** A writer of the fields of one object. */
    interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

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

    static HttpResponse object(Fields fields) {
        return HttpResponse.json(200, out -> {
            JsonGenerator json = HtmlSafeJson.to(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
            json.flush();
        });
    }

    /** Returns the counts of the instance, and at most {@value #MOST_RUNNING} running statements. */
    HttpResponse now() {
        Statements statements = exposed.statements();
        List<RunningStatement> running = exposed.sessions().list();
        return object(json -> {
            json.writeNumberField("atNanos", System.nanoTime());
            json.writeNumberField("executions", statements.executions());
            json.writeNumberField("rows", statements.size());
            json.writeNumberField("lost", statements.lost());
            json.writeNumberField("runningCount", running.size());
            allowed(json);
            json.writeArrayFieldStart("running");
            for (RunningStatement each : running.subList(0, Math.min(MOST_RUNNING, running.size()))) {
                write(json, each);
            }
            json.writeEndArray();
        });
    }

    void allowed(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("allow");
        for (String each : allowed) {
            json.writeString(each);
        }
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, RunningStatement each) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", each.id());
        json.writeStringField("user", each.user());
        json.writeStringField("origin", each.origin());
        json.writeStringField("digest", each.digest().hex());
        json.writeStringField("summary", each.digest().summary());
        json.writeStringField("text", each.digest().text());
        json.writeNumberField("elapsedNanos", each.elapsedNanos());
        json.writeObjectField(Figure.RU.key(), each.ru());
        json.writeObjectField(Figure.ALLOCATED.key(), each.clientBytes());
        json.writeEndObject();
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
        return object(json -> {
            json.writeArrayFieldStart("digests");
            for (String digest : digests) {
                json.writeString(digest);
            }
            json.writeEndArray();
        });
    }

    private static HttpResponse said(String text) {
        return object(json -> json.writeStringField("said", text));
    }

    /** Returns the details of a statement that are missing from reports. */
    HttpResponse statement(String digest, String schema) throws Refusal {
        return object(new StatementDetails(target).of(digest, schema));
    }

    /** Returns Tollbooth's own health, as {@link LiveHealth} writes it. */
    HttpResponse health() {
        return object(new LiveHealth(exposed)::write);
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
