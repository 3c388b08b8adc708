package dev.tollbooth.internal.ru.tidb;

import dev.tollbooth.internal.ru.InternalRuReader;
import dev.tollbooth.internal.ru.InternalRuSource;
import dev.tollbooth.internal.ru.RuOptions;
import dev.tollbooth.internal.ru.SourceConnection;
import dev.tollbooth.internal.time.Ticker;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads what TiDB says of a session's last statement, {@code SELECT @@tidb_last_query_info}: a round trip for each
 * execution, or for a share of them. Only where {@code ru.source=tidb} names it, and never behind a pooler that gives
 * each transaction another session. Thread-safe.
 */
public final class TidbRuSource implements InternalRuSource {

    /** The value of {@code ru.source}, and how its figures are marked. */
    static final String NAME = "tidb";

    /** Made with the first connection, which tells the settings. */
    private volatile @Nullable TidbPlans plans; // written under this

    private final AtomicLong opened = new AtomicLong();

    /** The version of the last server's cost model: a new connection begins with it. */
    volatile TidbRuVersion version = TidbRuVersion.FIRST;

    /** Makes it, for {@link java.util.ServiceLoader}. */
    public TidbRuSource() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isPassive() {
        return false;
    }

    @Override
    public @Nullable InternalRuReader open(SourceConnection to) throws SQLException {
        String version = to.connection().getMetaData().getDatabaseProductVersion();
        if (version == null || !version.contains("TiDB")) {
            return null;
        }
        TidbQuestions questions = new TidbQuestions(to.connection());
        Sampling sampling = new Sampling(to.options().sample(), opened.incrementAndGet());
        return new TidbRuReader(
                to.connection(), questions, plans(to.options()), sampling, this, questions.currentUser());
    }

    private synchronized TidbPlans plans(RuOptions options) {
        TidbPlans known = plans;
        if (known == null) {
            known = new TidbPlans(Ticker.SYSTEM, options.planRefreshNanos());
            plans = known;
        }
        return known;
    }

    @Override
    public long heldBytes() {
        TidbPlans known = plans;
        return known == null ? 0 : known.bytes();
    }
}
