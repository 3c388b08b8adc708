package dev.tollbooth.spring.actuator;

import dev.tollbooth.console.live.OriginFigures;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.settings.ErrorText;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.spring.TollboothInstances;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.lang.Nullable;

/**
 * The endpoint {@code /actuator/tollbooth}: the figures of the application's data sources. Like any endpoint, it is
 * available over HTTP only if the application exposes it.
 *
 * <p>Thread-safe.
 */
@Endpoint(id = "tollbooth")
final class TollboothEndpoint {

    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 1_000;
    private static final int MIN_DIGEST = 8;
    /** The most requests that wait for a window at once, because each blocks a thread of the web server. */
    private static final int MAX_WATCHERS = 4;

    /** The answer to a request; null for an unknown resource. */
    @FunctionalInterface
    private interface Answer {
        @Nullable
        Object get();
    }

    private final TollboothInstances instances;
    private final Semaphore watchers = new Semaphore(MAX_WATCHERS);

    TollboothEndpoint(TollboothInstances instances) {
        this.instances = instances;
    }

    /**
     * Returns each instance's most expensive statements.
     *
     * @param sort the figure that orders the rows, the most first
     * @param limit the most statements of each instance
     * @param window the time to wait and measure, such as {@code 10s}; null for the figures since the last reset
     * @param instance the instance; null for all
     */
    @ReadOperation
    @Nullable
    Object top(@Nullable String sort, @Nullable String limit, @Nullable String window, @Nullable String instance) {
        return answered(() -> {
            Figure by = sort == null ? Figure.TIME : Figure.ofWord(sort);
            if (by == null) {
                throw BadRequest.of("sort", String.valueOf(sort), "it is one of " + String.join(", ", Figure.words()));
            }
            int most = most(limit);
            if (window == null) {
                return Map.of("instances", StatementWindow.ofAll(chosen(instance), by, most));
            }
            return watch(by, most, StatementWindow.nanos(window), instance);
        });
    }

    private Map<String, Object> watch(Figure by, int most, long nanos, @Nullable String instance) {
        if (!watchers.tryAcquire()) {
            throw new BadRequest(
                    "too many requests watch a window already: " + MAX_WATCHERS + "; try again when they are done");
        }
        try {
            StatementWindow watched = new StatementWindow(chosen(instance));
            watched.pass(nanos);
            return Map.of("instances", watched.top(by, most));
        } finally {
            watchers.release();
        }
    }

    /**
     * Returns running statements, advice, origins, repetitions, or one statement.
     *
     * @param part {@code active}, {@code advice}, {@code origins}, {@code repetitions}, or at least the first 8
     *     digits of a digest
     * @param limit the most rows of each instance, for origins and repetitions
     * @param instance the instance; null for all
     * @return null if no row has this digest
     */
    @ReadOperation
    @Nullable
    Object part(@Selector String part, @Nullable String limit, @Nullable String instance) {
        return answered(() -> switch (part) {
            case "active" -> Map.of(part, active(instance));
            case "advice" -> Map.of(part, advice(instance));
            case "origins" -> Map.of("instances", byOrigin(part, most(limit), instance, OriginFigures::origins));
            case "repetitions" ->
                Map.of("instances", byOrigin(part, most(limit), instance, OriginFigures::repetitions));
            default -> statement(part, instance);
        });
    }

    private List<Advice> advice(@Nullable String instance) {
        return chosen(instance).stream().flatMap(each -> each.advice().stream()).toList();
    }

    private List<Map<String, Object>> byOrigin(
            String name,
            int most,
            @Nullable String instance,
            BiFunction<Tollbooth, Integer, List<Map<String, Object>>> rows) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Tollbooth tollbooth : chosen(instance)) {
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("instance", tollbooth.name());
            answer.put(
                    name,
                    rows.apply(tollbooth, most).stream()
                            .map(StatementFigures::rounded)
                            .toList());
            all.add(answer);
        }
        return all;
    }

    private @Nullable Map<String, Object> statement(String part, @Nullable String instance) {
        if (part.length() < MIN_DIGEST) {
            throw BadRequest.of(
                    "path",
                    part,
                    "it is active, advice, origins, repetitions, or a digest, of which write at least " + MIN_DIGEST
                            + " digits");
        }
        List<Object> found = new ArrayList<>();
        for (Tollbooth tollbooth : chosen(instance)) {
            for (StatementSnapshot row : tollbooth.statements().list()) {
                String hex = row.digestHex();
                if (hex != null && hex.startsWith(part.toLowerCase(Locale.ROOT))) {
                    found.add(StatementFigures.withHistogram(tollbooth.name(), row));
                }
            }
        }
        return found.isEmpty() ? null : Map.of("statements", found);
    }

    private List<Object> active(@Nullable String instance) {
        List<Object> active = new ArrayList<>();
        for (Tollbooth tollbooth : chosen(instance)) {
            tollbooth.running().forEach(running -> active.add(StatementFigures.of(tollbooth.name(), running)));
        }
        return active;
    }

    /**
     * Resets the figures of all instances. It has no parameter, so that a request needs neither a body nor a content
     * type.
     *
     * @return the names of the instances, under the key {@code reset}
     */
    @WriteOperation
    Object reset() {
        return reset((String) null);
    }

    /**
     * Resets the figures of one instance.
     *
     * @param instance the instance
     * @return the name of the instance, under the key {@code reset}
     */
    @WriteOperation
    Object resetOne(@Selector String instance) {
        return reset(instance);
    }

    private Object reset(@Nullable String instance) {
        Object answer = answered(() -> {
            List<Tollbooth> chosen = chosen(instance);
            chosen.forEach(tollbooth -> tollbooth.statements().reset());
            return Map.of("reset", chosen.stream().map(Tollbooth::name).toList());
        });
        return answer == null ? Map.of() : answer;
    }

    private List<Tollbooth> chosen(@Nullable String instance) {
        List<Tollbooth> chosen = instances.list().stream()
                .filter(tollbooth -> instance == null || tollbooth.name().equals(instance))
                .toList();
        if (chosen.isEmpty() && instance != null) {
            throw BadRequest.of(
                    "instance",
                    instance,
                    "it is one of "
                            + String.join(
                                    ", ",
                                    instances.list().stream()
                                            .map(Tollbooth::name)
                                            .toList()));
        }
        return chosen;
    }

    private static int most(@Nullable String limit) {
        if (limit == null) {
            return DEFAULT_LIMIT;
        }
        try {
            int most = Integer.parseInt(limit.strip());
            if (most >= 0 && most <= MAX_LIMIT) {
                return most;
            }
        } catch (NumberFormatException e) {
            // fails with the message below
        }
        throw BadRequest.of("limit", limit, "it is a number from 0 to " + MAX_LIMIT);
    }

    /** Returns the answer to a request, or an error with a reason, because Spring hides the messages of exceptions. */
    private static @Nullable Object answered(Answer answer) {
        try {
            return answer.get();
        } catch (BadRequest e) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("status", 400);
            body.put("message", String.valueOf(e.getMessage()));
            return new WebEndpointResponse<>(body, 400);
        }
    }

    /** An error in a request; the message has the wrong value and the allowed ones. */
    static final class BadRequest extends RuntimeException {

        private static final long serialVersionUID = 1;

        BadRequest(String message) {
            super(message, null, false, false);
        }

        static BadRequest of(String parameter, String value, String remedy) {
            return new BadRequest("bad " + parameter + ": " + parameter + "=" + ErrorText.value(value) + "; " + remedy);
        }
    }
}
