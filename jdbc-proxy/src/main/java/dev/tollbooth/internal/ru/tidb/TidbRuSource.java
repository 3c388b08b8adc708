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
 * A source that reads the cost of a session's last statement from TiDB by {@code SELECT @@tidb_last_query_info}: a
 * round trip for each execution, or for a share of them. It works only if {@code ru.source=tidb} names it, and not
 * behind a pooler that gives each transaction another session. Thread-safe.
 */
public final class TidbRuSource implements InternalRuSource {

    /** The value of {@code ru.source}, which also marks the figures. */
    static final String NAME = "tidb";

    /** The plans, created with the first connection, which has the settings. */
    private volatile @Nullable TidbPlans plans; // written under this

    private final AtomicLong opened = new AtomicLong();

    /** The version of the last server's cost model, with which a new connection begins. */
    volatile TidbRuVersion version = TidbRuVersion.FIRST;

    /** Makes the source for {@link java.util.ServiceLoader}. */
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
