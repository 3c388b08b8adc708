package dev.tollbooth.cli.report;

import dev.tollbooth.proto.tipb.RecordScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Chooses the top statements: by user where the order is known by user, else of each statement as a whole. */
final class TopChoice {

    private final ReportedAccounts accounts;
    private final TopOrder order;
    private final TopFilter filter;
    private final int limit;
    private final Map<String, Set<String>> users = new TreeMap<>();
    private final Map<String, Set<String>> plans = new TreeMap<>();

    TopChoice(ReportedAccounts accounts, TopOrder order, TopFilter filter, int limit) {
        this.accounts = accounts;
        this.order = order;
        this.filter = filter;
        this.limit = limit;
        accounts.requestUnits().keySet().forEach(key -> {
            if (key.scope() == RecordScope.RECORD_SCOPE_STATEMENT) {
                users.computeIfAbsent(key.sqlDigest(), k -> new TreeSet<>()).add(key.user());
            }
        });
        accounts.plans()
                .forEach((key, byPlan) -> plans.computeIfAbsent(key.sqlDigest(), k -> new TreeSet<>())
                        .addAll(byPlan.keySet()));
    }

    /** Returns one section for each source of request units that has a row to show. */
    List<TopSection> sections() {
        Map<String, List<TopRow>> rows = new TreeMap<>();
        boolean byUser = order.byUser()
                ? !accounts.requestUnits().isEmpty()
                : accounts.statements().isEmpty();
        if (byUser) {
            accounts.requestUnits()
                    .forEach((key, sums) -> rows.computeIfAbsent(key.source(), k -> new ArrayList<>())
                            .add(row(key, sums)));
        } else {
            accounts.statements()
                    .forEach((key, sums) -> rows.computeIfAbsent(key.source(), k -> new ArrayList<>())
                            .add(row(key, sums)));
        }
        List<TopSection> sections = new ArrayList<>();
        rows.forEach((source, all) -> {
            if (filter.admitsSource(source) && all.stream().anyMatch(this::isAdmitted)) {
                sections.add(new TopSection(source, order, chosen(all, byUser)));
            }
        });
        return sections;
    }

    private TopRow row(ReportedRuKey key, RuSums sums) {
        TopRow.Kind kind = kind(key.scope());
        boolean others = kind != TopRow.Kind.STATEMENT;
        return new TopRow(
                kind,
                key.keyspace(),
                kind == TopRow.Kind.GLOBAL_OTHERS ? List.of() : List.of(key.user()),
                others
                        ? (kind == TopRow.Kind.USER_OTHERS ? "(this user's others)" : "(others of other users)")
                        : accounts.name(key.sqlDigest()),
                key.sqlDigest(),
                List.copyOf(accounts.plans().getOrDefault(key, Map.of()).keySet()),
                sums.ru(),
                sums.unknown(),
                sums.executions(),
                sums.nanos(),
                others ? TopRow.Measures.NONE : TopRow.Measures.of(accounts.statement(key.sqlDigest())));
    }

    private TopRow row(StatementSums.Key key, StatementSums sums) {
        boolean others = key.digest().isEmpty();
        return new TopRow(
                others ? TopRow.Kind.GLOBAL_OTHERS : TopRow.Kind.STATEMENT,
                "",
                List.copyOf(users.getOrDefault(key.digest(), Set.of())),
                others ? "(statements without a row)" : accounts.name(key.digest()),
                key.digest(),
                List.copyOf(plans.getOrDefault(key.digest(), Set.of())),
                key.source().isEmpty() ? null : Double.valueOf(sums.ru()),
                key.source().isEmpty() ? sums.executions() : 0,
                sums.executions(),
                sums.nanos(),
                TopRow.Measures.of(sums));
    }

    private static TopRow.Kind kind(RecordScope scope) {
        return switch (scope) {
            case RECORD_SCOPE_USER_OTHERS -> TopRow.Kind.USER_OTHERS;
            case RECORD_SCOPE_GLOBAL_OTHERS -> TopRow.Kind.GLOBAL_OTHERS;
            default -> TopRow.Kind.STATEMENT;
        };
    }

    /** Returns the rows to show in order, and behind them one of what the limit and one of what the filter leaves out. */
    private List<TopRow> chosen(List<TopRow> all, boolean byUser) {
        List<TopRow> sorted = new ArrayList<>(all);
        sorted.sort(order.comparator());
        List<TopRow> shown = new ArrayList<>();
        List<TopRow> more = new ArrayList<>();
        List<TopRow> filtered = new ArrayList<>();
        int statements = 0;
        int others = 0;
        for (TopRow row : sorted) {
            if (!isAdmitted(row)) {
                filtered.add(row);
            } else if ((row.kind() == TopRow.Kind.STATEMENT ? ++statements : ++others) <= limit) {
                shown.add(row);
            } else {
                more.add(row);
            }
        }
        if (!more.isEmpty()) {
            shown.add(rest("(" + more.size() + " more)", more, byUser));
        }
        if (!filtered.isEmpty()) {
            boolean users = filter.equals(new TopFilter(filter.user(), "", "", filter.source(), "", filter.instance()));
            shown.add(rest(users ? "(all other users)" : "(all others)", filtered, byUser));
        }
        return shown;
    }

    private boolean isAdmitted(TopRow row) {
        return filter.admits(row, accounts.schemas(row.digest()));
    }

    /** By user, a statement's figures stand in several rows, and don't add up. */
    private static TopRow rest(String name, List<TopRow> rows, boolean byUser) {
        TopRow.Measures measures = TopRow.Measures.NONE;
        long unknown = 0;
        long executions = 0;
        long nanos = 0;
        for (TopRow row : rows) {
            unknown += row.unknown();
            executions += row.executions();
            nanos += row.nanos();
            measures = byUser ? measures : measures.plus(row.statement());
        }
        return new TopRow(
                TopRow.Kind.REST,
                "",
                List.of(),
                name,
                "",
                List.of(),
                TopRow.sumOfRu(rows),
                unknown,
                executions,
                nanos,
                measures);
    }
}
