package dev.tollbooth.internal.advice;

import dev.tollbooth.statement.Advice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An advisor that derives advice from figures.
 *
 * <p>Thread-safe: immutable.
 */
public final class Advisor {

    /** The least {@link Advice#share} of advice that is shown; some kinds are always shown. */
    private static final double LEAST_SHARE = 0.01;

    private final List<String> muted;

    /**
     * Makes an advisor that leaves muted findings out.
     *
     * @param muted keys of kinds; each alone, or followed by a colon and the first digits of a digest
     */
    public Advisor(List<String> muted) {
        this.muted = List.copyOf(muted);
    }

    /** Returns the advice for an application that executed {@code all}, the greatest share first. */
    public List<Advice> advise(AdvisedWorkload all) {
        List<Advice> found = new ArrayList<>();
        for (AdviceKind kind : AdviceKind.values()) {
            add(found, kind, kind.find(all), all);
            for (AdvisedStatement statement : all.statements) {
                add(found, kind, kind.find(statement, all), all);
            }
        }
        found.sort(Comparator.comparingDouble(Advice::share)
                .reversed()
                .thenComparing(Advice::kind)
                .thenComparing(Advice::about));
        return found;
    }

    private void add(List<Advice> found, AdviceKind kind, @Nullable Draft draft, AdvisedWorkload all) {
        if (draft == null) {
            return;
        }
        Advice advice = draft.of(kind, all);
        if ((kind.isAlwaysShown() || advice.share() >= LEAST_SHARE) && !isMuted(advice)) {
            found.add(advice);
        }
    }

    private boolean isMuted(Advice advice) {
        String digest = advice.digest();
        return muted.stream()
                .anyMatch(each -> each.equals(advice.kind())
                        || (digest != null && (advice.kind() + ":" + digest).startsWith(each) && each.contains(":")));
    }
}
