package dev.tollbooth.internal.report;

import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The windows of the last hour, for consumers that poll. */
public interface WindowHistory {

    /** Returns the windows of the last hour that are still kept, the oldest first. */
    List<Window> lastHour();

    /** Returns the normalized text of a statement; null if unknown. */
    @Nullable
    String sqlText(Sha256 digest);

    /** Returns the normalized text of a plan; null if unknown. */
    @Nullable
    String planText(Sha256 digest);
}
