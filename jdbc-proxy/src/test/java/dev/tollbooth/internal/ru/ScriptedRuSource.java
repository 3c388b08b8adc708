package dev.tollbooth.internal.ru;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.spi.Plan;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A source that reads its figures from the statement's alias: {@code ru_7} costs 7, {@code late_7} is reported when a
 * result ends, {@code last_7} only after the last row, {@code throws} fails, and all others are not reported.
 */
public final class ScriptedRuSource implements InternalRuSource {

    static final Plan PLAN = Plan.of("scan t");

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public boolean isPassive() {
        return false;
    }

    @Override
    public InternalRuReader open(SourceConnection connection) {
        return new Reader(true);
    }

    /** A reader. A cost that it does not report is estimated, unless the reader is expected to report it. */
    record Reader(boolean isExpected) implements InternalRuReader {

        @Override
        public RuReading executed(
                Statement statement, ExecutedStatement what, boolean resultOpen, @Nullable Throwable failure)
                throws SQLException {
            if (what.digest().text().contains("throws")) {
                throw new SQLException("no figures");
            }
            return read(what.digest(), "ru_");
        }

        @Override
        public RuReading drained(Statement statement, TextDigest digest) throws SQLException {
            if (digest.text().contains("last_") && statement.getResultSet().isAfterLast()) {
                return read(digest, "last_");
            }
            return read(digest, "late_");
        }

        private static RuReading read(TextDigest digest, String mark) {
            int at = digest.text().indexOf(mark);
            if (at < 0) {
                return RuReading.NOTHING;
            }
            int from = at + mark.length();
            return RuReading.reported(digest.text().charAt(from) - '0', 0, "scripted")
                    .in(PLAN);
        }

        @Override
        public @Nullable SQLWarning visible(@Nullable SQLWarning chain) {
            return null;
        }

        @Override
        public String user() {
            return "app@%";
        }
    }
}
