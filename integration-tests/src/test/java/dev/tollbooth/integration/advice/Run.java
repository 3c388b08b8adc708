package dev.tollbooth.integration.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.jdbc.Engine;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.EventSnapshot;
import dev.tollbooth.statement.StatementSnapshot;
import dev.tollbooth.statement.Statements;
import java.sql.Connection;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * One run of an application.
 *
 * @param parts its statements by summary and digest, and its commits and connects
 */
record Run(List<Advice> advice, Map<String, Part> parts, long executions) {

    record Part(long times, long nanos) {
        static final Part NONE = new Part(0, 0);

        Part quicker(Part other) {
            return nanos < other.nanos ? this : other;
        }
    }

    /** Returns this run with each part as quick as in {@code other}, a run of the same application, if it was there. */
    Run quicker(Run other) {
        Map<String, Part> quickest = new HashMap<>(parts);
        quickest.replaceAll((name, part) -> part.quicker(other.parts.getOrDefault(name, part)));
        return new Run(advice, quickest, executions);
    }

    /** Runs an application whose statements have {@code origin}. */
    static Run of(Endpoint endpoint, Application application, String name, String origin) throws Exception {
        try (Connection connection = endpoint.connectDirectly();
                Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE history, unique_item, slow_commit");
            statement.execute("DELETE FROM volume WHERE id >= 1000");
            statement.execute("UPDATE item SET stock = 1000");
        }
        try (Tollbooth tollbooth =
                Tollbooth.builder().setting("name", name).setting("jmx", "off").build()) {
            DataSource source = tollbooth.wrap(endpoint.driverDataSource());
            assertThat(tollbooth.advice()).isEmpty(); // and has samples taken
            tollbooth.withOrigin(origin, () -> application.run(source));
            Engine.of(tollbooth).statements().adviser().look(); // as a minute later
            application.goOn(source);
            Statements statements = tollbooth.statements();
            Map<String, Part> parts = new HashMap<>();
            for (EventKind kind : List.of(EventKind.CONNECT, EventKind.COMMIT)) {
                EventSnapshot event = statements.event(kind);
                parts.put(kind.name(), new Part(event.count(), event.sumNanos()));
            }
            for (StatementSnapshot row : statements.list()) {
                parts.put(
                        row.summary() + "/" + row.digestHex(),
                        new Part(row.count(), row.sumNanos() + row.fetchNanos()));
            }
            return new Run(tollbooth.advice(), parts, statements.executions());
        }
    }

    /**
     * Returns the seconds of the parts that {@code other} has more or less often, and of the statement with the fault.
     * The time of all other parts differs by chance.
     */
    double secondsUnlike(Run other, String fault) {
        return parts.entrySet().stream()
                        .filter(each -> each.getKey().startsWith(fault + "/")
                                || each.getValue().times()
                                        != other.parts
                                                .getOrDefault(each.getKey(), Part.NONE)
                                                .times())
                        .mapToLong(each -> each.getValue().nanos())
                        .sum()
                / 1e9;
    }
}
