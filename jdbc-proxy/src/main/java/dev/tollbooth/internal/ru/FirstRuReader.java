package dev.tollbooth.internal.ru;

import dev.tollbooth.internal.digest.TextDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reader that combines several readers: the first reported cost counts. As thread-safe as the readers. */
final class FirstRuReader implements InternalRuReader {

    private final List<InternalRuReader> readers;

    FirstRuReader(List<InternalRuReader> readers) {
        this.readers = List.copyOf(readers);
    }

    @Override
    public boolean isExpected() {
        for (InternalRuReader reader : readers) {
            if (reader.isExpected()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isSilent() {
        for (InternalRuReader reader : readers) {
            if (!reader.isSilent()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String source() {
        for (InternalRuReader reader : readers) {
            if (reader.isExpected()) {
                return reader.source();
            }
        }
        return "";
    }

    @Override
    public RuReading executed(
            Statement statement, ExecutedStatement what, boolean resultOpen, @Nullable Throwable failure)
            throws SQLException {
        for (InternalRuReader reader : readers) {
            RuReading reading = reader.executed(statement, what, resultOpen, failure);
            if (!reading.isNothing()) {
                return reading;
            }
        }
        return RuReading.NOTHING;
    }

    @Override
    public RuReading drained(Statement statement, TextDigest digest) throws SQLException {
        for (InternalRuReader reader : readers) {
            RuReading reading = reader.drained(statement, digest);
            if (!reading.isNothing()) {
                return reading;
            }
        }
        return RuReading.NOTHING;
    }

    @Override
    public @Nullable SQLWarning visible(@Nullable SQLWarning chain) {
        SQLWarning left = chain;
        for (InternalRuReader reader : readers) {
            left = reader.visible(left);
        }
        return left;
    }

    /**
     * Returns the smallest count, without copying warnings. At most one of the readers hides warnings, and its count is
     * the smallest.
     */
    @Override
    public int countVisible(@Nullable SQLWarning chain, int limit) {
        if (chain == null) {
            return InternalRuReader.length(visible(null), limit);
        }
        int least = limit;
        for (InternalRuReader reader : readers) {
            least = Math.min(least, reader.countVisible(chain, limit));
        }
        return least;
    }

    @Override
    public void fetched(ResultSet rows) throws SQLException {
        for (InternalRuReader reader : readers) {
            reader.fetched(rows);
        }
    }

    @Override
    public void transactionEnded() throws SQLException {
        for (InternalRuReader reader : readers) {
            reader.transactionEnded();
        }
    }

    @Override
    public void closed() {
        for (InternalRuReader reader : readers) {
            reader.closed();
        }
    }

    @Override
    public @Nullable LateReading late() {
        for (InternalRuReader reader : readers) {
            LateReading late = reader.late();
            if (late != null) {
                return late;
            }
        }
        return null;
    }

    @Override
    public @Nullable SQLWarning visibleOfConnection(@Nullable SQLWarning chain) throws SQLException {
        SQLWarning left = chain;
        for (InternalRuReader reader : readers) {
            left = reader.visibleOfConnection(left);
        }
        return left;
    }

    @Override
    public void clearingConnection() throws SQLException {
        for (InternalRuReader reader : readers) {
            reader.clearingConnection();
        }
    }

    @Override
    public String user() {
        for (InternalRuReader reader : readers) {
            if (!reader.user().isEmpty()) {
                return reader.user();
            }
        }
        return "";
    }
}
