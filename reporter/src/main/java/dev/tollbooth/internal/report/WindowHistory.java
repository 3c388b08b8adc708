package dev.tollbooth.internal.report;

import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The windows of the last hour, for who comes and looks. */
public interface WindowHistory {

    /** Returns the windows of the last hour that are still held, the oldest first. */
    List<Window> lastHour();

    /** Returns the normalized text of a statement; null where it is no longer known. */
    @Nullable
    String sqlText(Sha256 digest);

    /** Returns the normalized text of a plan; null where it is not known. */
    @Nullable
    String planText(Sha256 digest);
}
