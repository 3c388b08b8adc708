package dev.tollbooth.benchmarks.peer;

import com.p6spy.engine.logging.Category;
import com.p6spy.engine.spy.appender.FormattedLogger;

/** A p6spy appender that drops formatted lines; p6spy creates it by its name. */
public final class NowhereLogger extends FormattedLogger {

    /** Makes a logger. */
    public NowhereLogger() {}

    @Override
    public void logText(String text) {}

    @Override
    public void logException(Exception e) {}

    @Override
    public boolean isCategoryEnabled(Category category) {
        return true;
    }
}
