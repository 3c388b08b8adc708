package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.PostgresType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
     * A column of the answer.
     *
     * @param table the table of a column that {@code *} stands for
     * @param name the name
     * @param expression the value; null for a column that {@code *} stands for
     */
    record Column(String table, String name, @Nullable Expression expression) {

        @Nullable
        Object of(Scope row) throws PostgresException {
            row.run.held(1);
            return expression == null ? row.get(table, name) : expression.of(row);
        }
    }

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
        Relation.holds(all.size(), names.size(), outer.run);
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
        Evaluation run = outer.run;
        run.step();
        for (Map.Entry<String, Query> each : expressions.entrySet()) {
            outer.run.expressions.put(each.getKey(), each.getValue().answer(outer));
        }
        List<Answer> answers = new ArrayList<>();
        for (Select select : selects) {
            List<Answer> more = answers(select, outer);
            answers.addAll(more);
            checkWidths(answers);
            if (!select.all && selects.size() > 1) {
                answers = distinct(answers, run);
            }
        }
        if (!order.isEmpty()) {
            answers = ordered(answers, names(outer), run);
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

    private static List<Answer> distinct(List<Answer> answers, Evaluation run) throws PostgresException {
        Set<String> seen = new HashSet<>();
        List<Answer> distinct = new ArrayList<>();
        for (Answer answer : answers) {
            if (seen.add(Values.key(answer.values(), run))) {
                distinct.add(answer);
            }
        }
        return distinct;
    }

    private static List<Answer> answers(Select select, Scope outer) throws PostgresException {
        List<Scope> rows = new ArrayList<>();
        // this query's tables come first, then the tables of outer queries
        for (Scope row : Source.join(select.from, new Scope(outer.run, outer))) {
            if (select.where == null || Values.isTrue(select.where.of(row))) {
                rows.add(row);
            }
        }
        for (Scope row : rows) {
            row.siblings = rows;
        }
        List<Column> columns = columns(select, outer);
        List<Answer> answers = new ArrayList<>();
        for (Scope row : select.aggregated || !select.groups.isEmpty() ? grouped(select, rows, outer) : rows) {
            if (select.having == null || Values.isTrue(select.having.of(row))) {
                List<@Nullable Object> values = new ArrayList<>();
                for (Column column : columns) {
                    values.add(column.of(row));
                }
                answers.add(new Answer(values, row));
            }
        }
        return select.distinct ? distinct(answers, outer.run) : answers;
    }

    private static List<Scope> grouped(Select select, List<Scope> rows, Scope outer) throws PostgresException {
        Map<String, List<Scope>> groups = new LinkedHashMap<>();
        for (Scope row : rows) {
            List<@Nullable Object> key = new ArrayList<>();
            for (Expression group : select.groups) {
                key.add(group.of(row));
            }
            groups.computeIfAbsent(Values.key(key, row.run), each -> new ArrayList<>())
                    .add(row);
        }
        if (groups.isEmpty() && select.groups.isEmpty()) {
            Scope none = new Scope(outer.run, outer);
            return List.of(none);
        }
        List<Scope> firsts = new ArrayList<>();
        for (List<Scope> group : groups.values()) {
            group.get(0).group = group;
            firsts.add(group.get(0));
        }
        return firsts;
    }

    /** Returns the columns of a select; {@code row} is the row of the outer query, in which {@code *} finds its tables. */
    private static List<Column> columns(Select select, Scope row) throws PostgresException {
        List<Column> columns = new ArrayList<>();
        for (Item item : select.items) {
            Expression expression = item.expression();
            if (expression != null) {
                columns.add(new Column("", expression.name(), expression));
                continue;
            }
            for (Source source : select.from) {
                source.columns(row, item.of(), columns);
            }
        }
        return columns;
    }

    /** Returns the columns of the answer; {@code outer} is the row of the outer query. */
    List<Column> columns(Scope outer) throws PostgresException {
        return columns(selects.get(0), outer);
    }

    private List<String> names(Scope outer) throws PostgresException {
        return columns(outer).stream().map(Column::name).toList();
    }

    private List<Answer> ordered(List<Answer> answers, List<String> names, Evaluation run) throws PostgresException {
        int[] columns = new int[order.size()];
        for (int i = 0; i < columns.length; i++) {
            Long position = order.get(i).position();
            run.steps(names.size());
            columns[i] = position == null
                    ? names.indexOf(order.get(i).expression().name())
                    : (int) Math.min(position - 1, names.size());
        }
        return sorted(answers, (one, other) -> compare(one, other, columns, run), run);
    }

    /** A comparison of two rows, which counts its cost. */
    @FunctionalInterface
    interface Comparison<T> {
        int compare(T one, T other) throws PostgresException;
    }

    /** Returns {@code rows} in order. Each step of the sort counts, because a comparison may evaluate a query. */
    static <T> List<T> sorted(List<T> rows, Comparison<T> order, Evaluation run) throws PostgresException {
        List<T> sorted = new ArrayList<>();
        for (T row : rows) {
            int at = sorted.size();
            while (at > 0 && order.compare(row, sorted.get(at - 1)) < 0) {
                run.step();
                at--;
            }
            sorted.add(at, row);
        }
        return sorted;
    }

    private int compare(Answer one, Answer other, int[] columns, Evaluation run) throws PostgresException {
        for (int i = 0; i < columns.length; i++) {
            Expression by = order.get(i).expression();
            int compared = Values.order(key(by, one, columns[i]), key(by, other, columns[i]), run);
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

    /** Returns the types of computed columns by name. */
    Map<String, PostgresType> types() {
        Map<String, PostgresType> types = new LinkedHashMap<>();
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

    PostgresType firstType() {
        Item first = selects.get(0).items.get(0);
        return first.expression() == null
                ? PostgresType.VARCHAR
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
        return row.run.made(column);
    }
}
