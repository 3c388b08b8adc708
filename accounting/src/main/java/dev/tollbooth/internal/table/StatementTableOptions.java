package dev.tollbooth.internal.table;

import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.statement.QuerySample;
import java.time.Duration;
import java.util.List;

/**
 * The settings of a {@link StatementTable}.
 *
 * @param size the most rows with a digest ({@code digests.size}), at least 1; further statements count in the row
 *     without digest
 * @param samples whether a row keeps a {@link QuerySample} ({@code samples})
 * @param samplesMaxAge the age at which any execution replaces a sample
 * @param ruModel the factors that explain request units ({@code ru.model})
 * @param mutedAdvice advice that is not shown ({@code advice.mute})
 */
public record StatementTableOptions(
        int size, boolean samples, Duration samplesMaxAge, RuModel ruModel, List<String> mutedAdvice) {

    /** The defaults: 10,000 digests, no samples (kept for 60 s if switched on), the published model. */
    public static final StatementTableOptions DEFAULT =
            new StatementTableOptions(10_000, false, Duration.ofSeconds(60), RuModel.PUBLISHED, List.of());

    /** Checks the values. */
    public StatementTableOptions {
        mutedAdvice = List.copyOf(mutedAdvice);
        if (size < 1) {
            throw new IllegalArgumentException("digests.size out of range: value=" + size + ", use 1 or more");
        }
        if (samplesMaxAge.isNegative()) {
            throw new IllegalArgumentException(
                    "age of samples out of range: value=" + samplesMaxAge + ", use 0s or more");
        }
    }

    /** Returns these options with room for {@code digests} rows. */
    public StatementTableOptions withSize(int digests) {
        return new StatementTableOptions(digests, samples, samplesMaxAge, ruModel, mutedAdvice);
    }

    /** Returns these options with samples on or off. */
    public StatementTableOptions withSamples(boolean on) {
        return new StatementTableOptions(size, on, samplesMaxAge, ruModel, mutedAdvice);
    }

    /** Returns these options with the factors of {@code model}. */
    public StatementTableOptions withRuModel(RuModel model) {
        return new StatementTableOptions(size, samples, samplesMaxAge, model, mutedAdvice);
    }

    /** Returns these options without the advice named in {@code muted}. */
    public StatementTableOptions withMutedAdvice(List<String> muted) {
        return new StatementTableOptions(size, samples, samplesMaxAge, ruModel, muted);
    }
}
