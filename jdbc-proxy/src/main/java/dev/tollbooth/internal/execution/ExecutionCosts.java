package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.plan.PlanBook;
import dev.tollbooth.internal.ru.RuSources;
import dev.tollbooth.internal.topru.HashedTexts;
import org.jspecify.annotations.Nullable;

/**
 * The readers of an execution's costs besides its time: request units, plan, and the client's bytes.
 *
 * <p>Thread-safe, as its parts are.
 *
 * @param sources the sources of request units that a server reports
 * @param estimate the estimate for other request units, null if request units are off
 * @param plans the texts of plans
 * @param planBook the plans of statements, if the database is asked for plans
 * @param clientBytes the reader of client bytes
 */
public record ExecutionCosts(
        RuSources sources,
        @Nullable Estimate estimate,
        HashedTexts<String> plans,
        PlanBook planBook,
        ClientBytes clientBytes) {}
