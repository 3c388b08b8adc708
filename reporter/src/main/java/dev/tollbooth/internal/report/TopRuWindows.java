package dev.tollbooth.internal.report;

import dev.tollbooth.internal.topru.Collector;
import dev.tollbooth.internal.topru.HashedTexts;
import dev.tollbooth.internal.topru.TopRu;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A source of the windows of {@link TopRu}.
 *
 * <p>Thread-safe.
 */
public final class TopRuWindows implements WindowSource {

    private final TopRu topRu;
    private final HashedTexts<String> plans;

    /** Makes a source of the windows of {@code topRu}; {@code plans} has the texts of plans. */
    public TopRuWindows(TopRu topRu, HashedTexts<String> plans) {
        this.topRu = topRu;
        this.plans = plans;
    }

    @Override
    public Runnable subscribe(ItemInterval interval, Set<Collector> wanted) {
        return topRu.subscribe(interval, wanted)::close;
    }

    @Override
    public void onWindow(Consumer<Window> taker) {
        topRu.onWindow(taker);
    }

    @Override
    public List<Window> lastHour() {
        return topRu.lastHour();
    }

    @Override
    public @Nullable String sqlText(Sha256 digest) {
        return topRu.text(digest);
    }

    @Override
    public @Nullable String planText(Sha256 digest) {
        return plans.text(digest);
    }

    @Override
    public ItemInterval reportInterval() {
        return topRu.reportInterval();
    }

    @Override
    public long openWindowStart() {
        return topRu.openWindowStart();
    }

    @Override
    public void setReportInterval(ItemInterval interval) {
        topRu.setReportInterval(interval);
    }

    @Override
    public ItemInterval itemInterval() {
        return topRu.itemInterval();
    }

    @Override
    public int consumers() {
        return topRu.consumers();
    }
}
