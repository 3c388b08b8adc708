package dev.tollbooth.internal.ru;

import dev.tollbooth.spi.Plan;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern that finds the RU in a warning's text, by the setting {@code ru.warning.pattern}: in the first group, or in
 * groups named rru, wru, plan. The pattern is compiled for the first warning, because most applications never see one.
 *
 * <p>Thread-safe.
 */
public final class WarningHint {

    private static final String READ = "rru";
    private static final String WRITTEN = "wru";
    private static final String PLAN = "plan";

    private final String regex;
    private final boolean isRead;
    private final boolean isWritten;
    private final boolean isPlanned;
    private volatile @Nullable Pattern compiled;

    /** Makes a hint by {@code regex}, which is valid and has a group. */
    public WarningHint(String regex) {
        this.regex = regex;
        this.isRead = hasGroup(READ);
        this.isWritten = hasGroup(WRITTEN);
        this.isPlanned = hasGroup(PLAN);
    }

    private boolean hasGroup(String name) {
        return regex.contains("(?<" + name + ">");
    }

    /**
     * Returns the sum of {@code sum} and the RU in {@code text}, with {@code source}; returns {@code sum} if the text
     * has no number.
     */
    public RuReading plus(RuReading sum, @Nullable String text, String source) {
        Matcher found = text == null ? null : matcher(text);
        if (found == null || !found.find()) {
            return sum;
        }
        boolean isSplit = isRead || isWritten;
        double rru = isSplit ? isRead ? number(found.group(READ)) : 0 : number(found.group(1));
        double wru = isWritten ? number(found.group(WRITTEN)) : 0;
        if (!(rru + wru < Double.MAX_VALUE)) {
            return sum;
        }
        RuReading all = RuReading.reported(sum.rru() + rru, sum.wru() + wru, source);
        String plan = isPlanned ? found.group(PLAN) : null;
        return all.in(plan == null ? sum.plan() : Plan.of(plan));
    }

    private Matcher matcher(String text) {
        Pattern known = compiled;
        if (known == null) {
            known = Pattern.compile(regex);
            compiled = known;
        }
        return known.matcher(text);
    }

    /** Returns the number in {@code text}; NaN if there is none. */
    private static double number(@Nullable String text) {
        try {
            String trimmed = text == null ? "0" : text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
            double value = Double.parseDouble(trimmed);
            return value >= 0 ? value : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
