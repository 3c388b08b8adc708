package dev.tollbooth.internal.ru.warning;

import dev.tollbooth.internal.ru.InternalRuReader;
import dev.tollbooth.internal.ru.InternalRuSource;
import dev.tollbooth.internal.ru.SourceConnection;
import org.jspecify.annotations.Nullable;

/**
 * A source of request units that a gateway or a function reports in a warning, by {@code ru.warning.pattern}.
 *
 * <p>Unless {@code ru.source} names it, it reads only warnings that drivers have without asking the server.
 * Thread-safe.
 */
public final class WarningRuSource implements InternalRuSource {

    /** The value of {@code ru.source}, which also marks the figures. */
    public static final String NAME = "warning";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isPassive() {
        return true;
    }

    @Override
    public @Nullable InternalRuReader open(SourceConnection from) {
        boolean isNamed = from.options().source().equals(NAME);
        return isNamed || from.warningsAreLocal()
                ? new WarningRuReader(from.options().warningHint(), from.warningsAreLocal())
                : null;
    }
}
