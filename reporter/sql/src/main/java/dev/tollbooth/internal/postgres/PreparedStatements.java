package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.postgres.sql.PlannedStatement;
import dev.tollbooth.internal.postgres.sql.PlannedStatement.CursorUse;
import dev.tollbooth.internal.postgres.sql.PlannedStatement.Kind;
import dev.tollbooth.internal.postgres.sql.StatementFilter;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.WireMessage;
import dev.tollbooth.internal.postgres.wire.WireWriter;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The prepared statements and portals of a session by name. A new one without a name replaces the previous one
 * without a name. A cursor is a portal. Not thread-safe.
 */
final class PreparedStatements {

    private static final int MOST_STATEMENTS = 512;
    private static final int MOST_CHARACTERS = 1 << 20;
    private static final int MOST_PORTALS = 8;
    private static final int LONGEST_NAME = 128;
    private static final short[] AS_TEXT = {};

    /**
     * A parsed statement.
     *
     * @param plan the planned statement
     * @param types the type numbers of the parameters, as far as they are known
     */
    @SuppressWarnings("ArrayRecordComponent") // records with arrays are not compared here
    private record Parsed(PlannedStatement plan, int[] types) {}

    /**
     * A statement with the values of its parameters.
     *
     * @param plan the planned statement
     * @param portal the statement in H2; null if H2 does not execute it
     * @param formats the columns' formats, as in a Bind message
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by identity
    private record Bound(PlannedStatement plan, @Nullable Portal portal, short[] formats) {}

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
        ParameterValues given = ParameterValues.read(message, parsed.types, parsed.plan.query());
        short[] formats = ParameterValues.formats(message);
        if (!name.isEmpty() && portals.containsKey(name)) {
            throw PostgresException.error("42P03", "portal \"" + name + "\" already exists");
        }
        closePortal(name);
        checkRoom();
        portals.put(name, open(parsed.plan, given, formats));
        out.begin('2').end();
    }

    private void checkRoom() throws PostgresException {
        if (portals.size() >= MOST_PORTALS) {
            throw PostgresException.error(
                    PostgresException.LIMIT, "too many results open: limit=" + MOST_PORTALS + "; close some");
        }
    }

    private Bound open(PlannedStatement plan, ParameterValues given, short[] formats)
            throws IOException, PostgresException {
        PlannedStatement query = conversation.resolved(plan.query(), given);
        boolean ofH2 = query.kind() == Kind.ROWS || query.kind() == Kind.TRUNCATE;
        ParameterValues values = plan.query().kind() == Kind.CATALOG ? ParameterValues.none() : given;
        Bound bound = new Bound(plan, ofH2 ? runner.open(query, values) : null, formats);
        if (bound.portal != null) {
            try {
                bound.portal.check(formats);
            } catch (PostgresException e) {
                runner.close(bound.portal);
                throw e;
            }
        }
        return bound;
    }

    /**
     * Runs a statement of the simple protocol. Sends all rows as text, and closes the result unless a cursor keeps it.
     */
    void run(PlannedStatement plan) throws IOException, PostgresException {
        if (conversation.local(plan)) {
            return;
        }
        Bound bound = open(plan, ParameterValues.none(), AS_TEXT);
        try {
            if (plan.kind() != Kind.TRUNCATE && plan.kind() != Kind.DECLARE) {
                describe(shown("", bound), AS_TEXT);
            }
            execute(bound, 0);
        } finally {
            if (bound.portal != null && !portals.containsValue(bound)) {
                runner.close(bound.portal);
            }
        }
    }

    /**
     * Returns the portal whose rows {@code bound} sends: for a FETCH, the portal of its cursor. Returns null for a
     * DECLARE, which sends none.
     */
    private @Nullable Portal shown(String name, Bound bound) throws PostgresException {
        CursorUse use = bound.plan.cursor();
        if (use == null || name.equals(use.name())) {
            return bound.portal;
        }
        return use.query() == null ? bound(use.name()).portal : null;
    }

    private void describe(@Nullable Portal portal, short[] formats) throws IOException {
        if (portal == null) {
            out.begin('n').end();
        } else {
            portal.describe(out, formats);
        }
    }

    private void describe(WireMessage message) throws IOException, PostgresException {
        boolean statement = message.int8() == 'S';
        String name = message.text();
        if (!statement) {
            Bound bound = bound(name);
            describe(shown(name, bound), bound.formats);
            return;
        }
        Parsed parsed = statement(name);
        PlannedStatement plan = conversation.resolved(parsed.plan, ParameterValues.none());
        boolean catalog = parsed.plan.kind() == Kind.CATALOG;
        if (catalog || plan.kind() == Kind.ROWS || plan.kind() == Kind.TRUNCATE) {
            int[] types = catalog ? StatementFilter.question(parsed.plan).parameterTypes(parsed.types) : parsed.types;
            statements.put(name, new Parsed(parsed.plan, runner.describe(plan, types, catalog, out)));
        } else {
            out.parameterTypes(parsed.types);
            CursorUse use = plan.cursor();
            Bound cursor = use == null || use.query() != null ? null : portals.get(use.name());
            describe(cursor == null ? null : cursor.portal, AS_TEXT);
        }
    }

    private void execute(WireMessage message) throws IOException, PostgresException {
        Bound bound = bound(message.text());
        int most = message.int32();
        if (!conversation.local(bound.plan)) {
            execute(bound, most);
        }
    }

    private void execute(Bound bound, int most) throws IOException, PostgresException {
        CursorUse use = bound.plan.cursor();
        if (use == null) {
            if (bound.portal != null) {
                runner.execute(bound.portal, out, bound.formats, most, false);
            }
        } else if (use.query() == null) {
            Portal portal = bound(use.name()).portal;
            if (portal != null) {
                portal.check(bound.formats);
                runner.execute(portal, out, bound.formats, use.rows(), true);
            }
        } else {
            declare(bound, use);
        }
    }

    private void declare(Bound bound, CursorUse use) throws IOException, PostgresException {
        if (!use.held() && !conversation.isInTransaction()) {
            throw PostgresException.error("25P01", "DECLARE CURSOR can only be used in transaction blocks");
        }
        if (portals.containsKey(use.name()) && portals.get(use.name()) != bound) {
            throw PostgresException.error("42P03", "cursor \"" + use.name() + "\" already exists");
        }
        portals.values().remove(bound);
        checkRoom();
        portals.put(use.name(), bound);
        out.complete(bound.plan.tag());
    }

    /** Closes the cursor {@code name}; closes all results if the name is empty. */
    void closeCursor(String name) throws PostgresException {
        if (name.isEmpty()) {
            closePortals(true);
        } else {
            bound(name);
            closePortal(name);
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

    /** Drops the prepared statement {@code name}, or all if the name is empty. */
    void forget(String name) {
        for (String each : name.isEmpty() ? List.copyOf(statements.keySet()) : List.of(name)) {
            forgetStatement(each);
        }
    }

    private void forgetStatement(String name) {
        Parsed known = statements.remove(name);
        characters -= known == null ? 0 : known.plan.text().length();
    }

    /** Closes all results that end with their transaction. With {@code held}, also closes cursors that outlive it. */
    void closePortals(boolean held) {
        for (Map.Entry<String, Bound> each : List.copyOf(portals.entrySet())) {
            CursorUse use = each.getValue().plan.cursor();
            if (held || use == null || !use.held()) {
                closePortal(each.getKey());
            }
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
