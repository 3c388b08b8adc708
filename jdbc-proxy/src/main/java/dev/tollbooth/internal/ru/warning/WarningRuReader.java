package dev.tollbooth.internal.ru.warning;

import dev.tollbooth.internal.ru.ExecutedStatement;
import dev.tollbooth.internal.ru.InternalRuReader;
import dev.tollbooth.internal.ru.RuReading;
import dev.tollbooth.internal.ru.WarningHint;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the warnings of one connection's statements. It adds up the request units in the warnings of one
 * execution. A statement without a hint is estimated. Thread-safe.
 */
final class WarningRuReader implements InternalRuReader {

    private final WarningHint hint;
    private final boolean isLocal;

    /**
     * The warnings of the last execution, which the driver drops when asked, and which the application may still want.
     */
    private volatile @Nullable SQLWarning kept;

    WarningRuReader(WarningHint hint, boolean isLocal) {
        this.hint = hint;
        this.isLocal = isLocal;
    }

    @Override
    public boolean isExpected() {
        return false;
    }

    @Override
    public boolean isSilent() {
        return isLocal;
    }

    @Override
    public RuReading executed(
            Statement statement, ExecutedStatement what, boolean resultOpen, @Nullable Throwable failure)
            throws SQLException {
        // a question amid a streamed result set would break it
        kept = null;
        boolean mayAsk = isLocal || (failure == null && (!resultOpen || statement.getFetchSize() == 0));
        if (!mayAsk || statement.isClosed()) {
            return RuReading.NOTHING;
        }
        RuReading sum = RuReading.NOTHING;
        SQLWarning chain = statement.getWarnings();
        kept = isLocal ? null : chain;
        for (SQLWarning warning = chain; warning != null; warning = warning.getNextWarning()) {
            sum = hint.plus(sum, warning.getMessage(), WarningRuSource.NAME);
        }
        return sum;
    }

    @Override
    public void warningsCleared() {
        kept = null;
    }

    @Override
    public void clearingConnection() {
        kept = null;
    }

    @Override
    public @Nullable SQLWarning visible(@Nullable SQLWarning chain) {
        return chain == null ? kept : chain;
    }
}
