package dev.tollbooth.internal.ru.tidb;

import dev.tollbooth.internal.digest.StatementKind;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.ru.BatchCounts;
import dev.tollbooth.internal.ru.CostReader;
import dev.tollbooth.internal.ru.Executed;
import dev.tollbooth.internal.ru.RuReading;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Asks one connection's server what its last statement cost, where that can be known: once, at once when its work is
 * done, and by the thread that ran it.
 *
 * <p>Not asked: statements that do not write TiDB's info, that failed, or that have warnings, since reading these
 * overwrites the info; writes in a transaction, whose cost is in its commit; anything once the connection is lost.
 * Thread-safety: as the driver's connection.
 */
final class TidbRuReader implements CostReader {

    private final Connection connection;
    private final TidbQuestions questions;
    private final TidbPlans plans;
    private final Sampling sampling;
    private final TidbRuSource source;
    private final String user;
    private final boolean driverForgetsWarnings;

    /** Whether the server counts by the second version of its model, as its last figure told. */
    private boolean isV2;

    /** Whether it is never to be asked again. */
    private boolean lost;

    /** Whether the server does not count request units. */
    private boolean off;

    private boolean askedWhetherOff;
    private boolean begun;
    private boolean autoCommitIsUncertain;

    /** Whose rows are still to be read; no other may run until then. */
    private @Nullable Statement open;

    private double openWeight;

    /** What the driver would not give again, of the last execution. */
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
        this.isV2 = source.isV2;
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
        return mark(!sampling.isAll());
    }

    /** Two versions of TiDB's model are two sources: their figures are not to be added up. */
    private String mark(boolean sampled) {
        return (isV2 ? TidbRuSource.V2 : TidbRuSource.NAME) + (sampled ? "-sampled" : "");
    }

    /** Returns the figure of the version that the server counts by: it tells both, and that of the other one is 0. */
    private double consumption(String json) {
        double first = TidbQueryInfo.consumption(json);
        double second = TidbQueryInfo.consumptionV2(json);
        boolean wasV2 = isV2;
        isV2 = second > 0 || (wasV2 && !(first > 0));
        if (isV2 != wasV2) {
            source.isV2 = isV2;
        }
        return isV2 ? second : first;
    }

    /** Of an execution that was not chosen: those that were are scaled to stand for it. */
    private RuReading notChosen() {
        return RuReading.told(0, 0, mark(true));
    }

    private RuReading unknown() {
        return RuReading.unknown(mark(false));
    }

    private RuReading off() {
        return RuReading.off(mark(false));
    }

    @Override
    public String user() {
        return user;
    }

    @Override
    public RuReading executed(Statement statement, Executed what, boolean resultOpen, @Nullable Throwable failure)
            throws SQLException {
        double weight = begin(what.digest(), failure);
        if (weight < 0) {
            return off && failure == null ? off() : unknown();
        }
        if (weight == 0) {
            return notChosen();
        }
        if (resultOpen && statement.getFetchSize() != 0) {
            open = statement;
            openWeight = weight;
            return RuReading.NOTHING;
        }
        return ask(statement, what.digest(), weight);
    }

    @Override
    public RuReading executedBatch(Statement statement, Executed what, BatchCounts counts) throws SQLException {
        if (counts.members() <= 1) {
            return executed(statement, what, false, null);
        }
        TextDigest digest = what.digest();
        double weight = begin(digest, null);
        if (weight < 0) {
            return off ? off() : unknown();
        }
        boolean rowsTell = TidbStatement.insertsARowEach(digest);
        if (!rowsTell && !counts.isOneByOne() && TidbStatement.mayBeJoined(digest)) {
            return unknown(); // nobody says how many members the last statement was of
        }
        if (weight == 0) {
            return notChosen();
        }
        return rowsTell
                ? askOfRows(statement, digest, weight, counts.members())
                : ask(statement, digest, weight * counts.members()); // the last member stands for all of them
    }

    @Override
    public RuReading drained(Statement statement, TextDigest digest) throws SQLException {
        if (open != statement) {
            return unknown();
        }
        open = null;
        return lost ? unknown() : ask(statement, digest, openWeight);
    }

    /**
     * An execution has ended.
     *
     * @return what its figures are to be multiplied with, 0 if others stand for it, negative if it is not to be asked
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
                return unknown();
            }
            int maxRows = maxRows(statement, digest);
            return reading(questions.lastQueryInfo(maxRows), digest, weight, maxRows);
        } catch (SQLException e) {
            lost |= isLost(e);
            throw e;
        }
    }

    /** As {@link #ask}, of a batch that the driver made one statement of, or several. */
    private RuReading askOfRows(Statement statement, TextDigest digest, double weight, int members)
            throws SQLException {
        try {
            if (isLost() || hasWarnings(statement)) {
                return unknown();
            }
            TidbQuestions.InfoOfRows info = questions.lastQueryInfoAndRows();
            return info.rows() > 0 && info.rows() <= members
                    ? reading(info.json(), digest, weight * members / info.rows(), 0)
                    : unknown();
        } catch (SQLException e) {
            lost |= isLost(e);
            throw e;
        }
    }

    private RuReading reading(String json, TextDigest digest, double weight, int maxRows) throws SQLException {
        double ru = consumption(json);
        if (Double.isNaN(ru)) {
            // an old version would never tell
            lost |= !TidbQueryInfo.hasConsumption(json);
            return unknown();
        }
        if (ru == 0 && !askedWhetherOff) {
            askedWhetherOff = true;
            off = Boolean.FALSE.equals(questions.countsRequestUnits(maxRows));
        }
        if (off) {
            return off();
        }
        double scaled = ru * weight;
        boolean writes = digest.kind() == StatementKind.WRITE;
        return RuReading.told(writes ? 0 : scaled, writes ? scaled : 0, mark(weight != 1))
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

    /** Reads the warnings, which the driver asks the server for only if there are some: the application may want them. */
    private boolean hasWarnings(Statement statement) throws SQLException {
        SQLWarning chain = statement.isClosed() ? connection.getWarnings() : statement.getWarnings();
        kept = driverForgetsWarnings ? chain : null;
        return chain != null;
    }

    /** Returns the limit that the driver has told the server for a query: it is told again when another one comes. */
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
