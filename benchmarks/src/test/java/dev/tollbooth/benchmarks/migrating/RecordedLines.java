package dev.tollbooth.benchmarks.migrating;

import com.p6spy.engine.logging.Category;
import com.p6spy.engine.spy.appender.FormattedLogger;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** p6spy's appender of this test, which keeps the category of each line. */
public final class RecordedLines extends FormattedLogger {
    static final List<String> CATEGORIES = new CopyOnWriteArrayList<>();

    static long times(String category) {
        return CATEGORIES.stream().filter(category::equals).count();
    }

    @Override
    public void logSQL(
            int connection, String now, long elapsed, Category category, String prepared, String sql, String url) {
        CATEGORIES.add(category.getName());
    }

    @Override
    public void logException(Exception e) {
        CATEGORIES.add("exception");
    }

    @Override
    public void logText(String text) {
        CATEGORIES.add("text");
    }

    @Override
    public boolean isCategoryEnabled(Category category) {
        return true;
    }
}
