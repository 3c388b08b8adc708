package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A parsed query, and its evaluation. Not thread-safe: its parser completes it. */
final class Query {

    /** One SELECT of a query; UNION combines several. */
    static final class Select {
        final List<Item> items = new ArrayList<>();
        final List<Source> from = new ArrayList<>();
        final List<Expression> groups = new ArrayList<>();

        @Nullable
        Expression where;

        @Nullable
        Expression having;

        boolean aggregated;
        boolean distinct;
        boolean all; // a UNION ALL with the SELECT before it
    }

    /**
     * A column of the select list, or {@code *} without an expression.
     *
     * @param expression the value
     * @param of the table of {@code *}; null for all tables
     */
    record Item(@Nullable Expression expression, @Nullable String of) {}

    /**
     * An item of ORDER BY.
     *
     * @param expression the value to sort by
     * @param position the number of the column to sort by, from 1; null to sort by {@code expression}
     * @param descending whether the greatest value comes first
     */
    record Order(Expression expression, @Nullable Long position, boolean descending) {}

    final Map<String, Query> expressions = new LinkedHashMap<>();
    final List<Select> selects = new ArrayList<>();
    final List<Order> order = new ArrayList<>();

    @Nullable
    Expression limit;

    @Nullable
    Expression offset;

    /** A row of the answer with its source row. */
    private record Answer(List<@Nullable Object> values, Scope row) {}

    /** Returns the names and values of the columns; {@code outer} is the row of the outer query. */
    Relation answer(Scope outer) throws PostgresException {
        List<List<@Nullable Object>> all = values(outer);
        List<String> names = names(outer);
        Relation.holds(all.size(), names.size(), outer.answering.steps());
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (List<@Nullable Object> values : all) {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                row.putIfAbsent(names.get(i), i < values.size() ? values.get(i) : null);
            }
            rows.add(row);
        }
        return new Relation(names, rows);
    }

    /** Returns the values of all rows. */
    List<List<@Nullable Object>> values(Scope outer) throws PostgresException {
        Steps steps = outer.answering.steps();
        steps.step();
        for (Map.Entry<String, Query> each : expressions.entrySet()) {
            outer.answering.expressions().put(each.getKey(), each.getValue().answer(outer));
        }
        List<Answer> answers = new ArrayList<>();
        for (Select select : selects) {
            List<Answer> more = answers(select, outer);
            answers.addAll(more);
            checkWidths(answers);
            if (!select.all && selects.size() > 1) {
                answers = distinct(answers, steps);
            }
        }
        if (!order.isEmpty()) {
            answers = ordered(answers, names(outer), steps);
        }
        int from = bound(offset, outer, 0);
        int until = limit == null ? answers.size() : from + bound(limit, outer, answers.size());
        List<List<@Nullable Object>> values = new ArrayList<>();
        for (int i = from; i < Math.min(until, answers.size()); i++) {
            values.add(answers.get(i).values());
        }
        return values;
    }

    private static int bound(@Nullable Expression expression, Scope row, int otherwise) throws PostgresException {
        Long number = expression == null ? null : Values.number(expression.of(row));
        return number == null ? otherwise : (int) Math.max(0, Math.min(number, 1 << 20));
    }

    private static void checkWidths(List<Answer> answers) throws PostgresException {
        for (Answer answer : answers) {
            if (answer.values().size() != answers.get(0).values().size()) {
                throw PostgresException.error(
                        PostgresException.SYNTAX, "each UNION query must have the same number of columns");
            }
        }
    }

    private static List<Answer> distinct(List<Answer> answers, Steps steps) throws PostgresException {
        Set<String> seen = new HashSet<>();
        List<Answer> distinct = new ArrayList<>();
        for (Answer answer : answers) {
            if (seen.add(Values.key(answer.values(), steps))) {
                distinct.add(answer);
            }
        }
        return distinct;
    }

    private static List<Answer> answers(Select select, Scope outer) throws PostgresException {
        List<Scope> rows = new ArrayList<>();
        // this query's tables come first, then the tables of outer queries
        for (Scope row : Source.join(select.from, new Scope(outer.answering, outer))) {
            if (select.where == null || Values.isTrue(select.where.of(row))) {
                rows.add(row);
            }
        }
        for (Scope row : rows) {
            row.siblings = rows;
        }
        List<List<String[]>> stars = new ArrayList<>();
        for (Item item : select.items) {
            stars.add(item.expression() == null ? names(select, item, outer) : List.of());
        }
        List<Answer> answers = new ArrayList<>();
        for (Scope row : select.aggregated || !select.groups.isEmpty() ? grouped(select, rows, outer) : rows) {
            if (select.having == null || Values.isTrue(select.having.of(row))) {
                answers.add(new Answer(values(select, stars, row), row));
            }
        }
        return select.distinct ? distinct(answers, outer.answering.steps()) : answers;
    }

    private static List<Scope> grouped(Select select, List<Scope> rows, Scope outer) throws PostgresException {
        Map<String, List<Scope>> groups = new LinkedHashMap<>();
        for (Scope row : rows) {
            List<@Nullable Object> key = new ArrayList<>();
            for (Expression group : select.groups) {
                key.add(group.of(row));
            }
            groups.computeIfAbsent(Values.key(key, row.answering.steps()), each -> new ArrayList<>())
                    .add(row);
        }
        if (groups.isEmpty() && select.groups.isEmpty()) {
            Scope none = new Scope(outer.answering, outer);
            return List.of(none);
        }
        List<Scope> firsts = new ArrayList<>();
        for (List<Scope> group : groups.values()) {
            group.get(0).group = group;
            firsts.add(group.get(0));
        }
        return firsts;
    }

    private static List<@Nullable Object> values(Select select, List<List<String[]>> stars, Scope row)
            throws PostgresException {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < select.items.size(); i++) {
            row.answering.steps().held(1);
            for (String[] name : stars.get(i)) {
                row.answering.steps().held(1);
                values.add(row.get(name[0], name[1]));
            }
            Expression expression = select.items.get(i).expression();
            if (expression != null) {
                values.add(expression.of(row));
            }
        }
        return values;
    }

    private static List<String[]> names(Select select, Item item, Scope row) throws PostgresException {
        List<String[]> names = new ArrayList<>();
        for (Source source : select.from) {
            source.names(row, item.of(), names);
        }
        return names;
    }

    /**
     * Returns the names of the columns. {@code outer} is the row of the outer query, which {@code *} needs to find its
     * tables.
     */
    List<String> names(Scope outer) throws PostgresException {
        List<String> names = new ArrayList<>();
        Select first = selects.get(0);
        for (Item item : first.items) {
            if (item.expression() == null) {
                for (String[] name : names(first, item, outer)) {
                    names.add(name[1]);
                }
            } else {
                names.add(item.expression().name());
            }
        }
        return names;
    }

    private List<Answer> ordered(List<Answer> answers, List<String> names, Steps steps) throws PostgresException {
        int[] columns = new int[order.size()];
        for (int i = 0; i < columns.length; i++) {
            Long position = order.get(i).position();
            steps.steps(names.size());
            columns[i] = position == null
                    ? names.indexOf(order.get(i).expression().name())
                    : (int) Math.min(position - 1, names.size());
        }
        List<Answer> sorted = new ArrayList<>();
        for (Answer answer : answers) {
            int at = sorted.size();
            while (at > 0 && compare(answer, sorted.get(at - 1), columns, steps) < 0) {
                steps.step();
                at--;
            }
            sorted.add(at, answer);
        }
        return sorted;
    }

    private int compare(Answer one, Answer other, int[] columns, Steps steps) throws PostgresException {
        for (int i = 0; i < columns.length; i++) {
            Expression by = order.get(i).expression();
            int compared = Values.order(key(by, one, columns[i]), key(by, other, columns[i]), steps);
            if (compared != 0) {
                return order.get(i).descending() ? -compared : compared;
            }
        }
        return 0;
    }

    private static @Nullable Object key(Expression by, Answer answer, int column) throws PostgresException {
        boolean known = column >= 0 && column < answer.values().size();
        return known ? answer.values().get(column) : by.of(answer.row());
    }

    /**
     * Returns the types of the columns in the order of {@link #names}. {@code byName} returns the type of a table's
     * column.
     */
    List<CatalogType> types(Scope outer, Function<String, CatalogType> byName) throws PostgresException {
        List<CatalogType> types = new ArrayList<>();
        Select first = selects.get(0);
        for (Item item : first.items) {
            if (item.expression() == null) {
                for (String[] name : names(first, item, outer)) {
                    types.add(byName.apply(name[1]));
                }
            } else {
                types.add(item.expression().type().get());
            }
        }
        return types;
    }

    /** Returns the types of computed columns by name. */
    Map<String, CatalogType> types() {
        Map<String, CatalogType> types = new LinkedHashMap<>();
        for (Item item : selects.get(0).items) {
            if (item.expression() != null) {
                types.putIfAbsent(
                        item.expression().name(), item.expression().type().get());
            }
        }
        return types;
    }

    String firstName() {
        Item first = selects.get(0).items.get(0);
        return first.expression() == null
                ? Expression.UNNAMED
                : first.expression().name();
    }

    CatalogType firstType() {
        Item first = selects.get(0).items.get(0);
        return first.expression() == null
                ? CatalogType.TEXT
                : first.expression().type().get();
    }

    @Nullable
    Object firstValue(Scope row) throws PostgresException {
        List<@Nullable Object> column = firstColumn(row);
        return column.isEmpty() ? null : column.get(0);
    }

    List<@Nullable Object> firstColumn(Scope row) throws PostgresException {
        List<@Nullable Object> column = new ArrayList<>();
        for (List<@Nullable Object> values : values(row)) {
            column.add(values.isEmpty() ? null : values.get(0));
        }
        return row.answering.steps().made(column);
    }
}
