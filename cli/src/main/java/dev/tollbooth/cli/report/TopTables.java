package dev.tollbooth.cli.report;

import dev.tollbooth.cli.report.ReportedAccounts.RowKey;
import dev.tollbooth.cli.text.Listing;
import dev.tollbooth.cli.text.Listing.Kind;
import dev.tollbooth.cli.text.Listing.Layout;
import dev.tollbooth.cli.text.Listing.Name;
import dev.tollbooth.cli.text.Listing.Row;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables of {@code top}, made from the sums of reports. */
final class TopTables {

    private static final List<Figure> OF_SENDERS = List.of(
            Figure.COUNT, Figure.AVG, Figure.P95, Figure.P99, Figure.ERRORS, Figure.ROWS, Figure.RU, Figure.REPORTS);
    private static final List<Figure> OF_ORIGINS = List.of(
            Figure.TIME,
            Figure.COUNT,
            Figure.AVG,
            Figure.ERRORS,
            Figure.ROWS,
            Figure.RU,
            Figure.REPEATED,
            Figure.STATEMENTS);
    private static final List<Figure> OF_REPETITIONS =
            List.of(Figure.TRANSACTIONS, Figure.MOST_IN_TRANSACTION, Figure.TIME);
    private static final List<Figure> OF_SPENDING = List.of(Figure.RU, Figure.TIME, Figure.COUNT, Figure.AVG);

    /** The figures of senders in JSON and CSV. */
    private static final List<Figure> ALL_OF_SENDERS =
            EnumSet.complementOf(EnumSet.of(Figure.MIN, Figure.PLAN_COUNT, Figure.STATEMENTS)).stream()
                    .filter(figure -> !figure.isOfAdvice())
                    .toList();

    private static final List<Figure> ALL_OF_ORIGINS = Stream.of(
                    List.of(Figure.TIME), Figure.OF_ORIGINS, List.of(Figure.AVG, Figure.STATEMENTS))
            .flatMap(List::stream)
            .distinct()
            .toList();
    private static final List<Figure> ALL_OF_SPENDING =
            List.of(Figure.TIME, Figure.COUNT, Figure.AVG, Figure.RU, Figure.RU_UNKNOWN);

    private final ReportedAccounts accounts;
    private final TopOrder order;
    private final TopFilter filter;
    private final boolean byService;
    private final int limit;
    private final Map<String, Set<String>> plansByDigest = new HashMap<>();

    TopTables(ReportedAccounts accounts, TopOrder order, TopFilter filter, boolean byService, int limit) {
        this.accounts = accounts;
        this.order = order;
        this.filter = filter;
        this.byService = byService;
        this.limit = limit;
        accounts.plans.forEach((key, byPlan) -> plansByDigest
                .computeIfAbsent(key.digest(), k -> new TreeSet<>())
                .addAll(byPlan.keySet()));
    }

    /** Returns the tables by source of request units, without sources that have no row to show. */
    Map<String, Listing> ofStatements() {
        boolean byUser = order.byUser() ? !accounts.spending.isEmpty() : accounts.statements.isEmpty();
        Map<String, Set<String>> users = new HashMap<>();
        accounts.spending.keySet().forEach(key -> {
            if (key.kind() == Kind.STATEMENT) {
                users.computeIfAbsent(key.digest(), k -> new TreeSet<>()).add(key.user());
            }
        });
        Map<String, Figures> byDigest = new HashMap<>();
        accounts.statements.forEach((key, figures) -> byDigest.merge(detailKey(key), figures, Figures::plus));
        Map<String, List<Row>> rows = new TreeMap<>();
        Map<String, List<Row>> filtered = new HashMap<>();
        (byUser ? accounts.spending : accounts.statements).forEach((key, own) -> {
            Collection<String> sent = byUser ? usersOf(key) : users.getOrDefault(key.digest(), Set.of());
            boolean admitted = filter.admits(key, sent, accounts.schemas(key.digest()));
            Figures all = byUser && key.kind() == Kind.STATEMENT
                    ? own.beside(byDigest.getOrDefault(detailKey(key), Figures.NONE))
                    : own;
            (admitted ? rows : filtered)
                    .computeIfAbsent(key.source(), k -> new ArrayList<>())
                    .add(statement(key, sent, own, all));
        });
        Map<String, Listing> tables = new TreeMap<>();
        rows.forEach((source, admitted) -> {
            if (filter.admitsSource(source)) {
                List<Row> rest = filtered.getOrDefault(source, List.of());
                String label = filter.isOfUsersAlone() ? "(all other users)" : "(all others)";
                tables.put(source, Listing.of(layout(source, admitted), admitted, limit, rest, label));
            }
        });
        return tables;
    }

    private static String detailKey(RowKey key) {
        return key.service() + "\n" + key.digest();
    }

    private static Collection<String> usersOf(RowKey key) {
        return key.kind() == Kind.GLOBAL_OTHERS ? List.of() : List.of(key.user());
    }

    private Row statement(RowKey key, Collection<String> users, Figures own, Figures all) {
        Kind kind = key.kind();
        String label = kind == Kind.GLOBAL_OTHERS ? (order.byUser() ? "(others)" : "(statements without a row)") : "";
        String summary = kind == Kind.STATEMENT
                ? accounts.name(key.digest())
                : kind == Kind.USER_OTHERS ? "(this user's others)" : label;
        Map<String, @Nullable Object> names = names(key);
        names.put("users", List.copyOf(users));
        names.put("database", key.keyspace());
        names.put("digest", key.digest());
        names.put("summary", summary);
        String text = accounts.text(key.digest());
        if (kind == Kind.STATEMENT) {
            names.put("text", text);
            names.put("schemas", List.copyOf(accounts.schemas(key.digest())));
        }
        Set<String> plans = plans(key);
        names.put("plans", List.copyOf(plans));
        Figures shown = plans.isEmpty()
                ? all
                : all.toBuilder().set(Figure.PLAN_COUNT, plans.size()).build();
        String below = Objects.requireNonNullElse(text, summary);
        return new Row(kind, names, label, label.isEmpty() ? below : "", own, shown);
    }

    private Set<String> plans(RowKey key) {
        return order.byUser() && !accounts.spending.isEmpty()
                ? accounts.plans.getOrDefault(key, Map.of()).keySet()
                : plansByDigest.getOrDefault(key.digest(), Set.of());
    }

    private Layout layout(String source, List<Row> rows) {
        List<Name> names = new ArrayList<>(service());
        names.add(new Name("users", "user", true));
        if (rows.stream()
                        .map(row -> row.names().get("database"))
                        .filter(name -> !"".equals(name))
                        .distinct()
                        .count()
                > 1) {
            names.add(new Name("database", "database", false));
        }
        names.add(new Name("digest", "digest", false));
        return new Layout(names, order.figure(), Figure.orders(!source.equals(Figure.ESTIMATE)), Figure.OF_RECORDS);
    }

    private List<Name> service() {
        return byService ? List.of(new Name("service", "service", false)) : List.of();
    }

    private Map<String, @Nullable Object> names(RowKey key) {
        Map<String, @Nullable Object> names = new LinkedHashMap<>();
        if (byService || !key.service().isEmpty()) {
            names.put("service", key.service().isEmpty() ? null : key.service());
        }
        return names;
    }

    /** Returns a table with a row for each service, or each instance. */
    Listing ofSenders() {
        boolean instances = order.equals(TopOrder.INSTANCE);
        List<Name> columns = new ArrayList<>(List.of(new Name("service", "service", true)));
        if (instances) {
            columns.add(new Name("instance", "instance", true));
        }
        Map<RowKey, Figures> senders =
                by(accounts.senders, key -> RowKey.ofSender(key.service(), instances ? key.instance() : ""));
        return table(
                new Layout(columns, Figure.TIME, OF_SENDERS, ALL_OF_SENDERS),
                senders,
                instances ? List.of("service", "instance") : List.of("service"));
    }

    /**
     * Returns a table with a row for each origin. If the filter has an origin, or repetitions are requested, each
     * statement of an origin has a row of its own.
     */
    Listing ofOrigins() {
        boolean repetitions = order.equals(TopOrder.REPETITIONS);
        boolean byStatement = repetitions || !filter.origin().isEmpty();
        List<Name> columns = new ArrayList<>(service());
        if (byStatement) {
            columns.add(new Name("digest", "digest", false));
            columns.add(new Name("summary", "statement", true));
        }
        if (!byStatement || repetitions) {
            columns.add(new Name("origin", "origin", !byStatement));
        }
        Map<RowKey, Figures> origins = byStatement ? accounts.origins : byOrigin();
        if (repetitions) {
            origins = new HashMap<>(origins);
            origins.values().removeIf(figures -> Figure.REPEATED.rank(figures) <= 0);
        }
        return table(
                new Layout(columns, order.figure(), repetitions ? OF_REPETITIONS : OF_ORIGINS, ALL_OF_ORIGINS),
                origins,
                byStatement ? List.of("origin", "digest", "summary") : List.of("origin"));
    }

    private Map<RowKey, Figures> byOrigin() {
        UnaryOperator<RowKey> origin = key -> RowKey.ofOrigin(key.service(), "", key.origin());
        Map<RowKey, Set<String>> digests = new HashMap<>();
        accounts.origins
                .keySet()
                .forEach(key -> digests.computeIfAbsent(origin.apply(key), k -> new TreeSet<>())
                        .add(key.digest()));
        Map<RowKey, Figures> origins = by(accounts.origins, origin);
        origins.replaceAll((key, figures) -> figures.toBuilder()
                .set(Figure.STATEMENTS, digests.getOrDefault(key, Set.of()).size())
                .build());
        return origins;
    }

    /** Returns a table for each source of request units, with a row for each origin of the chosen users. */
    Map<String, Listing> ofSpentOrigins() {
        Map<String, Map<RowKey, Figures>> bySource = new TreeMap<>();
        accounts.spentOrigins.forEach((key, figures) ->
                bySource.computeIfAbsent(key.source(), k -> new HashMap<>()).put(key, figures));
        List<Name> columns = new ArrayList<>(service());
        columns.add(new Name("origin", "origin", true));
        Map<String, Listing> tables = new TreeMap<>();
        bySource.forEach((source, rows) -> tables.put(
                source, table(new Layout(columns, Figure.RU, OF_SPENDING, ALL_OF_SPENDING), rows, List.of("origin"))));
        return tables;
    }

    /** Returns a table whose rows have the names {@code ofRow}, after the service if rows are separated by it. */
    private Listing table(Layout layout, Map<RowKey, Figures> rows, List<String> ofRow) {
        List<Row> all = new ArrayList<>();
        rows.forEach((key, figures) -> {
            Map<String, @Nullable Object> names = names(key);
            ofRow.forEach(name -> names.put(name, name(key, name)));
            all.add(new Row(key.kind(), names, "", "", figures, figures));
        });
        return Listing.of(layout, all, limit);
    }

    private @Nullable String name(RowKey key, String name) {
        String value = switch (name) {
            case "service" -> key.service();
            case "instance" -> key.instance();
            case "origin" -> key.origin();
            case "digest" -> key.digest();
            default -> accounts.name(key.digest());
        };
        boolean known = !value.isEmpty() || name.equals("instance") || name.equals("digest");
        return known ? value : null;
    }

    private static Map<RowKey, Figures> by(Map<RowKey, Figures> rows, UnaryOperator<RowKey> key) {
        Map<RowKey, Figures> sums = new HashMap<>();
        rows.forEach((each, figures) -> sums.merge(key.apply(each), figures, Figures::plus));
        return sums;
    }
}
