package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.plan.PlanBook;
import dev.tollbooth.internal.ru.RuSources;
import dev.tollbooth.internal.topru.PlanTexts;
import org.jspecify.annotations.Nullable;

/**
 * The readers of an execution's costs beside its time: request units, plan, and the client's bytes.
 *
 * <p>Thread-safe, as its parts are.
 *
 * @param sources what reads request units from what a server says
 * @param estimate where request units are from that no server tells, null if request units are off
 * @param plans the texts of plans
 * @param planBook which plan each statement runs in, where its database is asked
 * @param clientBytes what executions make the client hold
 */
public record ExecutionCosts(
        RuSources sources, @Nullable Estimate estimate, PlanTexts plans, PlanBook planBook, ClientBytes clientBytes) {}
