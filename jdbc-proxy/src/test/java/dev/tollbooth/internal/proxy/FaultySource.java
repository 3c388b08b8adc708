package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.ru.ExecutedStatement;
import dev.tollbooth.internal.ru.InternalRuReader;
import dev.tollbooth.internal.ru.InternalRuSource;
import dev.tollbooth.internal.ru.LateReading;
import dev.tollbooth.internal.ru.RuReading;
import dev.tollbooth.internal.ru.SourceConnection;
import dev.tollbooth.spi.Plan;
import dev.tollbooth.spi.PlanReader;
import dev.tollbooth.spi.PlanSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** A source of costs and plans, in which every method is a place for a {@link Fault}. */
public final class FaultySource implements InternalRuSource, PlanSource {

    @Override
    public String name() {
        return "faulty";
    }

    @Override
    public boolean isPassive() {
        return false;
    }

    @Override
    public Reader open(SourceConnection connection) {
        Fault.here();
        return new Reader();
    }

    @Override
    public Reader open(Connection connection) {
        Fault.here();
        return new Reader();
    }

    /** A reader of costs and plans, in which every method is a place for a {@link Fault}. */
    public static final class Reader implements InternalRuReader, PlanReader {

        @Override
        public boolean isExpected() {
            return true;
        }

        @Override
        public RuReading executed(
                Statement statement, ExecutedStatement what, boolean resultOpen, @Nullable Throwable failure) {
            Fault.here();
            return resultOpen ? RuReading.NOTHING : RuReading.LATER;
        }

        @Override
        public RuReading drained(Statement statement, TextDigest digest) {
            Fault.here();
            return RuReading.NOTHING;
        }

        @Override
        public @Nullable SQLWarning visible(@Nullable SQLWarning chain) {
            Fault.here();
            return chain;
        }

        @Override
        public void fetched(ResultSet rows) {
            Fault.here();
        }

        @Override
        public void warningsCleared() {
            Fault.here();
        }

        @Override
        public void transactionEnded() {
            Fault.here();
        }

        @Override
        public void closed() {
            Fault.here();
        }

        @Override
        public @Nullable LateReading late() {
            Fault.here();
            return null;
        }

        @Override
        public @Nullable SQLWarning visibleOfConnection(@Nullable SQLWarning chain) {
            Fault.here();
            return chain;
        }

        @Override
        public void clearingConnection() {
            Fault.here();
        }

        @Override
        public String user() {
            Fault.here();
            return "";
        }

        @Override
        public PreparedStatement question(String sql) {
            Fault.here();
            return (PreparedStatement) new DriverStub(PreparedStatement.class).object;
        }

        @Override
        public @Nullable Plan read(PreparedStatement question) {
            Fault.here();
            return null;
        }
    }
}
