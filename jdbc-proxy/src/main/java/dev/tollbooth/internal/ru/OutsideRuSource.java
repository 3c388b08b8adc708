package dev.tollbooth.internal.ru;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.spi.RequestUnits;
import dev.tollbooth.spi.RuReader;
import dev.tollbooth.spi.RuSource;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * An adapter of a source of request units that does not come with Tollbooth.
 *
 * <p>Thread-safe as that source is.
 */
final class OutsideRuSource implements InternalRuSource {

    private final RuSource source;

    OutsideRuSource(RuSource source) {
        this.source = source;
    }

    @Override
    public String name() {
        return NameLimit.cut(source.name());
    }

    @Override
    public boolean isPassive() {
        return source.isPassive();
    }

    @Override
    public @Nullable InternalRuReader open(SourceConnection to) throws SQLException {
        RuReader reader = source.open(to.connection());
        return reader == null ? null : new Reader(reader, name());
    }

    /** An adapter that adapts a reader, and marks its costs with the source's name. */
    private record Reader(RuReader reader, String source) implements InternalRuReader {

        @Override
        public boolean isExpected() {
            return reader.isExpected();
        }

        @Override
        public RuReading executed(
                Statement statement, ExecutedStatement what, boolean resultOpen, @Nullable Throwable failure)
                throws SQLException {
            return marked(reader.executed(statement, what.digest(), resultOpen, failure));
        }

        @Override
        public RuReading drained(Statement statement, TextDigest digest) throws SQLException {
            return marked(reader.drained(statement, digest));
        }

        @Override
        public void closed() {
            reader.closed();
        }

        private RuReading marked(@Nullable RequestUnits cost) {
            return cost == null
                    ? RuReading.NOTHING
                    : RuReading.reported(cost.read(), cost.written(), source).in(cost.plan());
        }
    }
}
