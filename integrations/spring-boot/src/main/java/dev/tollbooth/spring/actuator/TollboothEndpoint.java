package dev.tollbooth.spring.actuator;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.spring.TollboothInstances;
import dev.tollbooth.statement.RunningStatement;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.lang.Nullable;

/**
 * {@code /actuator/tollbooth}: the accounts of the application's data sources. Like any endpoint it is seen over HTTP only
 * where the application exposes it.
 *
 * <p>Thread-safe.
 */
@Endpoint(id = "tollbooth")
final class TollboothEndpoint {

    private static final String ACTIVE = "active";
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 1_000;
    private static final int MIN_DIGEST = 8;
    /** Threads that wait for a window to pass: they are the web server's. */
    private static final int MAX_WATCHERS = 4;

    private final TollboothInstances instances;
    private final Semaphore watchers = new Semaphore(MAX_WATCHERS);

    TollboothEndpoint(TollboothInstances instances) {
        this.instances = instances;
    }

    /**
     * Returns each instance's most expensive statements.
     *
     * @param sort a figure that rows are sorted by, the most first
     * @param limit statements of each instance
     * @param window watches for so long, such as {@code 10s}, and returns what ran meanwhile; all since the last reset
     *     where it is null
     * @param instance of that name only
     */
    @ReadOperation
    Map<String, List<TopStatements>> top(
            @Nullable String sort, @Nullable Integer limit, @Nullable String window, @Nullable String instance) {
        Figure by = sort == null ? Figure.TIME : Figure.ofWord(sort);
        if (by == null) {
            throw invalid("sort is unknown; it is one of " + String.join(", ", Figure.words()));
        }
        int most = limit == null ? DEFAULT_LIMIT : Math.min(Math.max(limit, 0), MAX_LIMIT);
        if (window == null) {
            return Map.of("instances", StatementWindow.ofAll(chosen(instance)).top(by, most));
        }
        long nanos = StatementWindow.nanos(window);
        if (!watchers.tryAcquire()) {
            throw invalid(
                    "so many requests watch a window already: " + MAX_WATCHERS + "; try again when they are done");
        }
        try {
            StatementWindow watched = StatementWindow.ofNow(chosen(instance));
            watched.pass(nanos);
            return Map.of("instances", watched.top(by, most));
        } finally {
            watchers.release();
        }
    }

    /**
     * Returns what runs now, or one statement.
     *
     * @param part {@code active}, or a digest's first 8 digits or more
     * @return null where no row has this digest
     */
    @ReadOperation
    @Nullable
    Map<String, List<?>> part(@Selector String part) {
        if (part.equals(ACTIVE)) {
            return Map.of(ACTIVE, active());
        }
        if (part.length() < MIN_DIGEST) {
            throw invalid("neither active nor a digest: write at least " + MIN_DIGEST + " of its digits");
        }
        List<StatementDetail> found = new ArrayList<>();
        for (Tollbooth tollbooth : instances.list()) {
            for (StatementSnapshot row : tollbooth.statements().list()) {
                String hex = row.digestHex();
                if (hex != null && hex.startsWith(part.toLowerCase(Locale.ROOT))) {
                    found.add(StatementDetail.of(tollbooth.name(), row));
                }
            }
        }
        return found.isEmpty() ? null : Map.of("statements", found);
    }

    private List<ActiveStatement> active() {
        List<ActiveStatement> active = new ArrayList<>();
        for (Tollbooth tollbooth : instances.list()) {
            for (RunningStatement running : tollbooth.running()) {
                active.add(ActiveStatement.of(tollbooth.name(), running));
            }
        }
        return active;
    }

    /**
     * Empties the accounts.
     *
     * @param instance of that name only
     * @return the names of those that were emptied
     */
    @WriteOperation
    Map<String, List<String>> reset(@Nullable String instance) {
        List<Tollbooth> chosen = chosen(instance);
        chosen.forEach(tollbooth -> tollbooth.statements().reset());
        return Map.of("reset", chosen.stream().map(Tollbooth::name).toList());
    }

    private List<Tollbooth> chosen(@Nullable String instance) {
        List<Tollbooth> chosen = instances.list().stream()
                .filter(tollbooth -> instance == null || tollbooth.name().equals(instance))
                .toList();
        if (chosen.isEmpty() && instance != null) {
            throw invalid("instance is unknown; it is one of "
                    + instances.list().stream().map(Tollbooth::name).toList());
        }
        return chosen;
    }

    private static InvalidEndpointRequestException invalid(String reason) {
        return new InvalidEndpointRequestException(reason, reason);
    }
}
