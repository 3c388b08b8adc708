package dev.tollbooth.jdbc.source;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.spi.RequestUnits;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A source of request units that does not come with Tollbooth.
 *
 * <p>Thread-safe as it is.
 */
final class OutsideRuSource implements RuSource {

    private final dev.tollbooth.spi.RuSource source;

    OutsideRuSource(dev.tollbooth.spi.RuSource source) {
        this.source = source;
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public boolean isPassive() {
        return source.isPassive();
    }

    @Override
    public @Nullable RuReader open(SourceConnection to) throws SQLException {
        dev.tollbooth.spi.RuReader reader = source.open(to.connection());
        return reader == null ? null : new Reader(reader, source.name());
    }

    /** Marks what it says with its source's name. */
    private record Reader(dev.tollbooth.spi.RuReader reader, String source) implements RuReader {

        @Override
        public boolean isExpected() {
            return reader.isExpected();
        }

        @Override
        public RuReading executed(
                Statement statement, Digest digest, String user, boolean resultOpen, @Nullable Throwable failure)
                throws SQLException {
            return marked(reader.executed(statement, digest, resultOpen, failure));
        }

        @Override
        public RuReading drained(Statement statement, Digest digest) throws SQLException {
            return marked(reader.drained(statement, digest));
        }

        @Override
        public void closed() {
            reader.closed();
        }

        private RuReading marked(@Nullable RequestUnits cost) {
            return cost == null
                    ? RuReading.NOTHING
                    : RuReading.told(cost.read(), cost.written(), source).in(cost.plan());
        }
    }
}
