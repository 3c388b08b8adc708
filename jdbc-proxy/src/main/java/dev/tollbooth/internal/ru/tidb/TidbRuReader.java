package dev.tollbooth.internal.ru.tidb;

import dev.tollbooth.internal.digest.StatementKind;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.ru.ExecutedStatement;
import dev.tollbooth.internal.ru.InternalRuReader;
import dev.tollbooth.internal.ru.RuReading;
import java.lang.reflect.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A reader that asks one connection's server for the cost of the last statement: once, right after the statement, in
 * the thread that ran it.
 *
 * <p>No question is sent after a statement that does not write TiDB's info, that failed, or that has warnings, because
 * reading warnings overwrites the info. Nor is a question sent on a lost connection, or for a write in a transaction,
 * because the commit has the cost. As thread-safe as the driver's connection.
 */
final class TidbRuReader implements InternalRuReader {

    private final Connection connection;
    private final TidbQuestions questions;
    private final TidbPlans plans;
    private final Sampling sampling;
    private final TidbRuSource source;
    private final String user;
    private final boolean driverForgetsWarnings;

    /** The version of the server's cost model, by its last figure. */
    private TidbRuVersion version;

    /** Whether the server must not be asked any more. */
    private boolean lost;

    /** Whether the server does not count request units. */
    private boolean off;

    private boolean askedWhetherOff;
    private boolean begun;
    private boolean autoCommitIsUncertain;

    /** The statement whose rows are still to be read; no question may be sent until then. */
    private @Nullable Statement open;

    private double openWeight;

    /** The warnings of the last execution, which the driver would not return again. */
    private @Nullable SQLWarning kept;

    TidbRuReader(
            Connection connection,
            TidbQuestions questions,
            TidbPlans plans,
            Sampling sampling,
            TidbRuSource source,
            String user)
            throws SQLException {
        this.connection = connection;
        this.source = source;
        this.version = source.version;
        this.questions = questions;
        this.plans = plans;
        this.sampling = sampling;
        this.user = user;
        this.driverForgetsWarnings = connection.getMetaData().getDriverName().startsWith("MariaDB");
    }

    @Override
    public boolean isExpected() {
        return true;
    }

    @Override
    public String source() {
        return version.mark(!sampling.isAll());
    }

    @Override
    public String user() {
        return user;
    }

    @Override
    public RuReading executed(
            Statement statement, ExecutedStatement what, boolean resultOpen, @Nullable Throwable failure)
            throws SQLException {
        double weight = begin(what.digest(), failure);
        if (weight < 0) {
            return off && failure == null ? version.off : version.unknown;
        }
        if (weight == 0) {
            return version.notChosen;
        }
        if (resultOpen && statement.getFetchSize() != 0) {
            open = statement;
            openWeight = weight;
            return RuReading.NOTHING;
        }
        return ask(statement, what.digest(), weight);
    }

    @Override
    public RuReading executedBatch(Statement statement, ExecutedStatement what, Object counts) throws SQLException {
        int members = Array.getLength(counts);
        if (members <= 1) {
            return executed(statement, what, false, null);
        }
        TextDigest digest = what.digest();
        double weight = begin(digest, null);
        if (weight < 0) {
            return off ? version.off : version.unknown;
        }
        boolean rowsTell = TidbStatement.insertsARowEach(digest);
        if (!rowsTell && !isOneByOne(counts, members) && TidbStatement.mayBeJoined(digest)) {
            return version.unknown; // the number of members in the last statement is unknown
        }
        if (weight == 0) {
            return version.notChosen;
        }
        return rowsTell
                ? askOfRows(statement, digest, weight, members)
                : ask(statement, digest, weight * members); // the last member stands for all of them
    }

    /** Returns whether the server got each member as a statement of its own, as far as the counts show. */
    private static boolean isOneByOne(Object counts, int members) {
        boolean known = false;
        for (int i = 0; i < members; i++) {
            long count = Array.getLong(counts, i);
            if (count == Statement.SUCCESS_NO_INFO) {
                return false;
            }
            known |= count > 0;
        }
        return known;
    }

    @Override
    public RuReading drained(Statement statement, TextDigest digest) throws SQLException {
        if (open != statement) {
            return version.unknown;
        }
        open = null;
        return lost ? version.unknown : ask(statement, digest, openWeight);
    }

    /**
     * Decides whether to ask for the cost of an execution that has ended.
     *
     * @return the factor for its figures, 0 if sampled executions stand for it, negative if no question may be sent
     */
    private double begin(TextDigest digest, @Nullable Throwable failure) throws SQLException {
        open = null;
        kept = null;
        if (failure != null) {
            lost |= isLost(failure);
            return -1;
        }
        TidbStatement kind = TidbStatement.of(digest);
        follow(kind);
        if (lost || off || !kind.isTold()) {
            return -1;
        }
        boolean ownTransaction = !begun && !autoCommitIsUncertain && connection.getAutoCommit();
        return kind == TidbStatement.WRITE && !ownTransaction ? -1 : sampling.weight();
    }

    private void follow(TidbStatement kind) {
        if (kind == TidbStatement.BEGIN) {
            begun = true;
        } else if (kind == TidbStatement.END) {
            begun = false;
        } else if (kind == TidbStatement.AUTOCOMMIT) {
            autoCommitIsUncertain = true;
        }
    }

    @Override
    public void transactionEnded() {
        begun = false;
    }

    private RuReading ask(Statement statement, TextDigest digest, double weight) throws SQLException {
        try {
            if (isLost() || hasWarnings(statement)) {
                return version.unknown;
            }
            int maxRows = maxRows(statement, digest);
            return reading(questions.lastQueryInfo(maxRows), digest, weight, maxRows);
        } catch (SQLException e) {
            lost |= isLost(e);
            throw e;
        }
    }

    /** Returns the cost of a batch that the driver sent as one statement, or as several. */
    private RuReading askOfRows(Statement statement, TextDigest digest, double weight, int members)
            throws SQLException {
        try {
            if (isLost() || hasWarnings(statement)) {
                return version.unknown;
            }
            TidbQuestions.InfoOfRows info = questions.lastQueryInfoAndRows();
            return info.rows() > 0 && info.rows() <= members
                    ? reading(info.json(), digest, weight * members / info.rows(), 0)
                    : version.unknown;
        } catch (SQLException e) {
            lost |= isLost(e);
            throw e;
        }
    }

    private RuReading reading(String json, TextDigest digest, double weight, int maxRows) throws SQLException {
        TidbRuVersion now = version.after(json);
        if (now != version) {
            version = now;
            source.version = now;
        }
        double ru = now.consumption(json);
        if (Double.isNaN(ru)) {
            // an old version would never report one
            lost |= !TidbRuVersion.hasConsumption(json);
            return version.unknown;
        }
        if (ru == 0 && !askedWhetherOff) {
            askedWhetherOff = true;
            off = Boolean.FALSE.equals(questions.countsRequestUnits(maxRows));
        }
        if (off) {
            return version.off;
        }
        double scaled = ru * weight;
        boolean writes = digest.kind() == StatementKind.WRITE;
        return RuReading.reported(writes ? 0 : scaled, writes ? scaled : 0, now.mark(weight != 1))
                .in(plans.of(digest, questions, maxRows));
    }

    private boolean isLost() throws SQLException {
        lost |= connection.isClosed();
        return lost;
    }

    private static boolean isLost(Throwable failure) {
        return failure instanceof SQLException sql
                && sql.getSQLState() != null
                && sql.getSQLState().startsWith("08");
    }

    /**
     * Returns whether the last statement has warnings, and keeps these for the application. The driver requests them
     * from the server only if there are some.
     */
    private boolean hasWarnings(Statement statement) throws SQLException {
        SQLWarning chain = statement.isClosed() ? connection.getWarnings() : statement.getWarnings();
        kept = driverForgetsWarnings ? chain : null;
        return chain != null;
    }

    /** Returns the row limit that the driver has set on the server, because another one would have to be set first. */
    private static int maxRows(Statement statement, TextDigest digest) throws SQLException {
        return digest.kind() == StatementKind.READ && !statement.isClosed() ? statement.getMaxRows() : 0;
    }

    @Override
    public @Nullable SQLWarning visible(@Nullable SQLWarning chain) {
        return chain == null ? kept : chain;
    }

    @Override
    public void warningsCleared() {
        kept = null;
    }

    @Override
    public void clearingConnection() {
        kept = null;
    }
}
