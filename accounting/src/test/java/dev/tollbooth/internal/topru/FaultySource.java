package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.IncrementSink;
import dev.tollbooth.internal.cost.IncrementSource;
import dev.tollbooth.internal.cost.RuTotals;
import java.util.Map;

/** A source that repeats or omits one of a few increments. */
final class FaultySource implements IncrementSource {

    private static final int EACH = 5;

    private final IncrementSource source;
    private final int times;
    private int increments;

    FaultySource(IncrementSource source, int times) {
        this.source = source;
        this.times = times;
    }

    @Override
    public void setCollecting(boolean collecting) {
        source.setCollecting(collecting);
    }

    @Override
    public boolean drain(long nowNanos, Drain how, IncrementSink sink) {
        return source.drain(nowNanos, how, (key, digest, spent) -> {
            for (int i = ++increments % EACH == 0 ? times : 1; i > 0; i--) {
                sink.accept(key, digest, spent);
            }
        });
    }

    @Override
    public long foldedKeys() {
        return source.foldedKeys();
    }

    @Override
    public Map<String, RuTotals> endedWhileOff() {
        return source.endedWhileOff();
    }
}
