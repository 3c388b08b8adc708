package dev.tollbooth.jdbc.source;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.ru.Plan;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the warnings of one connection's statements; several of one execution are summed. A statement without a hint is
 * estimated. Thread-safe.
 */
final class WarningRuReader implements RuReader {

    private static final Pattern NAMED_GROUP = Pattern.compile("\\(\\?<(rru|wru|plan)>");
    private static final String READ = "rru";
    private static final String WRITTEN = "wru";
    private static final String PLAN = "plan";

    private final Pattern pattern;
    private final boolean isRead;
    private final boolean isWritten;
    private final boolean isPlanned;
    private final boolean isLocal;
    private final @Nullable Predicate<SQLWarning> hidden;

    /** What the last execution's question gave: the driver forgets it then, and the application may ask yet. */
    private volatile @Nullable SQLWarning kept;

    WarningRuReader(Pattern pattern, boolean hide, boolean isLocal) {
        this.pattern = pattern;
        this.isLocal = isLocal;
        boolean read = false;
        boolean written = false;
        boolean planned = false;
        for (Matcher group = NAMED_GROUP.matcher(pattern.pattern()); group.find(); ) {
            read |= READ.equals(group.group(1));
            written |= WRITTEN.equals(group.group(1));
            planned |= PLAN.equals(group.group(1));
        }
        this.isRead = read;
        this.isWritten = written;
        this.isPlanned = planned;
        this.hidden = hide
                ? warning -> warning.getMessage() != null
                        && pattern.matcher(warning.getMessage()).find()
                : null;
    }

    @Override
    public boolean isExpected() {
        return false;
    }

    @Override
    public RuReading executed(
            Statement statement, Digest digest, String user, boolean resultOpen, @Nullable Throwable failure)
            throws SQLException {
        // a question amid a result set that is still streamed would break it
        kept = null;
        boolean mayAsk = isLocal || (failure == null && (!resultOpen || statement.getFetchSize() == 0));
        if (!mayAsk || statement.isClosed()) {
            return RuReading.NOTHING;
        }
        RuReading sum = RuReading.NOTHING;
        SQLWarning chain = statement.getWarnings();
        kept = isLocal ? null : chain;
        for (SQLWarning warning = chain; warning != null; warning = warning.getNextWarning()) {
            String text = warning.getMessage();
            Matcher matcher = text == null ? null : pattern.matcher(text);
            if (matcher != null && matcher.find()) {
                sum = plus(sum, matcher);
            }
        }
        return sum;
    }

    private RuReading plus(RuReading sum, Matcher found) {
        boolean isSplit = isRead || isWritten;
        double rru = isSplit ? isRead ? number(found.group(READ)) : 0 : number(found.group(1));
        double wru = isWritten ? number(found.group(WRITTEN)) : 0;
        if (!(rru + wru < Double.MAX_VALUE)) {
            return sum;
        }
        RuReading all = RuReading.told(sum.rru() + rru, sum.wru() + wru, WarningRuSource.NAME);
        String plan = isPlanned ? found.group(PLAN) : null;
        return all.in(plan == null ? sum.plan() : Plan.of(plan));
    }

    /** Returns the number, NaN if there is none. */
    private static double number(@Nullable String text) {
        try {
            String trimmed = text == null ? "0" : text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
            double value = Double.parseDouble(trimmed);
            return value >= 0 ? value : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    @Override
    public void warningsCleared() {
        kept = null;
    }

    @Override
    public void clearingConnection() {
        kept = null;
    }

    @Override
    public @Nullable SQLWarning visible(@Nullable SQLWarning chain) {
        SQLWarning all = chain == null ? kept : chain;
        return hidden == null ? all : WarningChain.without(all, hidden);
    }
}
