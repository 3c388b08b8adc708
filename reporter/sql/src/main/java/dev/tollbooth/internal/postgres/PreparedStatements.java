package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.postgres.sql.PlannedStatement;
import dev.tollbooth.internal.postgres.sql.PlannedStatement.Kind;
import dev.tollbooth.internal.postgres.sql.StatementFilter;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.WireMessage;
import dev.tollbooth.internal.postgres.wire.WireWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The extended protocol: statements and portals by name; the next unnamed one replaces the last. Not thread-safe. */
final class PreparedStatements {

    private static final int MOST_STATEMENTS = 512;
    private static final int MOST_CHARACTERS = 1 << 20;
    private static final int MOST_PORTALS = 8;
    private static final int LONGEST_NAME = 128;

    /**
     * A parsed statement.
     *
     * @param plan the planned statement
     * @param types the known types of its parameters
     */
    @SuppressWarnings("ArrayRecordComponent") // records with arrays are not compared here
    private record Parsed(PlannedStatement plan, int[] types) {}

    /**
     * A statement with its parameters.
     *
     * @param plan the planned statement
     * @param portal H2's part; null if it has none
     */
    private record Bound(PlannedStatement plan, @Nullable Portal portal) {}

    private final WireWriter out;
    private final QueryRunner runner;
    private final Conversation conversation;
    private final Map<String, Parsed> statements = new HashMap<>();
    private final Map<String, Bound> portals = new HashMap<>();
    private int characters;

    PreparedStatements(WireWriter out, QueryRunner runner, Conversation conversation) {
        this.out = out;
        this.runner = runner;
        this.conversation = conversation;
    }

    boolean isSuspended() {
        return portals.values().stream().anyMatch(bound -> bound.portal != null && bound.portal.isSuspended());
    }

    void answer(WireMessage message) throws IOException, PostgresException {
        switch (message.type()) {
            case 'P' -> parse(message);
            case 'B' -> bind(message);
            case 'D' -> describe(message);
            case 'E' -> execute(message);
            case 'C' -> close(message);
            case 'H' -> out.flush();
            case 'F' -> throw PostgresException.error(PostgresException.UNSUPPORTED, "function calls are not served");
            default -> throw PostgresException.malformed("message of an unknown type");
        }
    }

    private void parse(WireMessage message) throws IOException, PostgresException {
        String name = name(message);
        List<PlannedStatement> plans = StatementFilter.plan(message.text());
        int[] types = new int[message.count(Integer.BYTES)];
        for (int i = 0; i < types.length; i++) {
            types[i] = message.int32();
        }
        if (plans.size() > 1) {
            throw PostgresException.error(
                    PostgresException.SYNTAX, "cannot insert multiple commands into a prepared statement");
        }
        if (!name.isEmpty() && statements.containsKey(name)) {
            throw PostgresException.error("42P05", "prepared statement \"" + name + "\" already exists");
        }
        PlannedStatement plan = plans.isEmpty() ? PlannedStatement.of(Kind.EMPTY, "", "") : plans.get(0);
        forgetStatement(name);
        characters += plan.text().length();
        if (statements.size() >= MOST_STATEMENTS || characters > MOST_CHARACTERS) {
            characters -= plan.text().length();
            throw PostgresException.error(PostgresException.LIMIT, "too many prepared statements: close some");
        }
        statements.put(name, new Parsed(plan, types));
        out.begin('1').end();
    }

    private void bind(WireMessage message) throws IOException, PostgresException {
        String name = name(message);
        Parsed parsed = statement(message.text());
        ParameterValues given = ParameterValues.read(message, parsed.types, parsed.plan);
        PlannedStatement plan = conversation.resolved(parsed.plan, given);
        ParameterValues values = parsed.plan.kind() == Kind.CATALOG ? ParameterValues.none() : given;
        short[] formats = ParameterValues.formats(message);
        if (!name.isEmpty() && portals.containsKey(name)) {
            throw PostgresException.error("42P03", "portal \"" + name + "\" already exists");
        }
        closePortal(name);
        if (portals.size() >= MOST_PORTALS) {
            throw PostgresException.error(
                    PostgresException.LIMIT, "too many results open: limit=" + MOST_PORTALS + "; close some");
        }
        boolean ofH2 = plan.kind() == Kind.ROWS || plan.kind() == Kind.TRUNCATE;
        portals.put(name, new Bound(plan, ofH2 ? runner.open(plan, values, formats) : null));
        out.begin('2').end();
    }

    private void describe(WireMessage message) throws IOException, PostgresException {
        boolean statement = message.int8() == 'S';
        String name = message.text();
        if (!statement) {
            Portal portal = bound(name).portal;
            if (portal == null) {
                out.begin('n').end();
            } else {
                portal.describe(out);
            }
            return;
        }
        Parsed parsed = statement(name);
        PlannedStatement plan = conversation.resolved(parsed.plan, ParameterValues.none());
        if (parsed.plan.kind() == Kind.CATALOG) {
            int[] types = StatementFilter.question(parsed.plan).parameterTypes(parsed.types);
            statements.put(name, new Parsed(parsed.plan, types));
            StatementDescription.writeParameters(types, out);
            runner.describeColumns(plan, out);
        } else if (plan.kind() == Kind.ROWS || plan.kind() == Kind.TRUNCATE) {
            statements.put(name, new Parsed(parsed.plan, runner.describe(plan, parsed.types, out)));
        } else {
            StatementDescription.writeParameters(parsed.types, out);
            out.begin('n').end();
        }
    }

    private void execute(WireMessage message) throws IOException, PostgresException {
        Bound bound = bound(message.text());
        int most = message.int32();
        if (conversation.local(bound.plan)) {
            return;
        }
        if (bound.portal != null) {
            runner.execute(bound.portal, out, most);
        }
    }

    private void close(WireMessage message) throws IOException, PostgresException {
        boolean statement = message.int8() == 'S';
        String name = message.text();
        if (statement) {
            forgetStatement(name);
        } else {
            closePortal(name);
        }
        out.begin('3').end();
    }

    /** Drops the statement of a name, or all if the name is empty. */
    void forget(String name) {
        for (String each : name.isEmpty() ? List.copyOf(statements.keySet()) : List.of(name)) {
            forgetStatement(each);
        }
    }

    private void forgetStatement(String name) {
        Parsed known = statements.remove(name);
        characters -= known == null ? 0 : known.plan.text().length();
    }

    /** Closes all results, as the end of a transaction does. */
    void closePortals() {
        for (String name : new ArrayList<>(portals.keySet())) {
            closePortal(name);
        }
    }

    private void closePortal(String name) {
        Bound known = portals.remove(name);
        if (known != null && known.portal != null) {
            runner.close(known.portal);
        }
    }

    private static String name(WireMessage message) throws PostgresException {
        String name = message.text();
        if (name.length() > LONGEST_NAME) {
            throw PostgresException.error(PostgresException.LIMIT, "name too long: limit=" + LONGEST_NAME);
        }
        return name;
    }

    private Parsed statement(String name) throws PostgresException {
        Parsed known = statements.get(name);
        if (known == null) {
            throw PostgresException.error(
                    PostgresException.NO_STATEMENT, "prepared statement \"" + name + "\" does not exist");
        }
        return known;
    }

    private Bound bound(String name) throws PostgresException {
        Bound known = portals.get(name);
        if (known == null) {
            throw PostgresException.error(PostgresException.NO_PORTAL, "portal \"" + name + "\" does not exist");
        }
        return known;
    }
}
