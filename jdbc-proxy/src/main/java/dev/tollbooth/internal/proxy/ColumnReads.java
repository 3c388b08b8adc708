package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.advice.SampledUses;
import dev.tollbooth.internal.execution.DriverTraits;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A handler that stands between a sampled result set and its proxy, and records the columns that getters ask for. All
 * other result sets are called directly, so reading them costs nothing more.
 *
 * <p>As thread-safe as the driver's result set.
 */
final class ColumnReads implements InvocationHandler {

    private final ResultSet rows;
    private final SampledUses.Use use;
    private boolean counted;

    private ColumnReads(ResultSet rows, SampledUses.Use use) {
        this.rows = rows;
        this.use = use;
    }

    /**
     * Wraps {@code rows} so that {@code use} records the columns that are read. Returns {@code rows} itself if their
     * number of columns has changed.
     *
     * @param proxy the proxy whose interfaces the result has
     */
    static ResultSet of(
            ResultSet rows, SampledUses.Use use, String normalizedText, DriverTraits traits, ResultSetProxy proxy)
            throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        int width = columns.getColumnCount();
        if (use.width() == 0) {
            use.named(names(columns, normalizedText, traits), width);
        }
        if (use.width() != width) {
            return rows; // the table has got another column since
        }
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        for (Class<?> type = proxy.getClass(); type != null; type = type.getSuperclass()) {
            interfaces.addAll(Arrays.asList(type.getInterfaces()));
        }
        return (ResultSet) Proxy.newProxyInstance(
                proxy.getClass().getClassLoader(), interfaces.toArray(Class<?>[]::new), new ColumnReads(rows, use));
    }

    /** Returns whether {@code delegate}, the delegate of a proxy, is {@code rows} or wraps them. */
    static boolean isOf(ResultSet delegate, ResultSet rows) {
        return delegate == rows
                || (Proxy.isProxyClass(delegate.getClass())
                        && Proxy.getInvocationHandler(delegate) instanceof ColumnReads reads
                        && reads.rows == rows);
    }

    /**
     * Returns the names of the columns. A label is a name if the normalized text contains it or the column belongs to
     * a table. Other labels may be texts of literals, which some databases use as labels.
     */
    private static List<String> names(ResultSetMetaData columns, String normalizedText, DriverTraits traits)
            throws SQLException {
        List<String> words = Arrays.asList(normalizedText.replace('`', ' ').split("[ .]+", -1));
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= Math.min(SampledUses.MOST_COLUMNS, columns.getColumnCount()); i++) {
            String label = columns.getColumnLabel(i);
            boolean isName = words.stream().anyMatch(label::equalsIgnoreCase) || traits.isOfTable(columns, i);
            names.add(isName ? label : "column " + i);
        }
        return names;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Object[] given = arguments == null ? new Object[0] : arguments;
        if (method.getName().equals("equals") && given.length == 1) {
            return proxy == given[0] || rows.equals(given[0]);
        }
        Object result;
        try {
            result = method.invoke(rows, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        note(method.getName(), given, result);
        return result;
    }

    private void note(String method, Object[] given, @Nullable Object result) {
        if (method.equals("next") && Boolean.TRUE.equals(result) && !counted) {
            counted = true;
            use.result();
        } else if (method.equals("unwrap")) {
            use.askedForAll();
        } else if (method.startsWith("get") && given.length > 0) {
            use.asked(given[0] instanceof Integer index ? index : indexOf(given[0]));
        }
    }

    private int indexOf(Object label) {
        try {
            return label instanceof String name ? rows.findColumn(name) : 0;
        } catch (SQLException e) {
            return 0; // the getter has found it, so nobody sees this
        }
    }
}
