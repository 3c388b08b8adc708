package dev.tollbooth.internal.advice;

import dev.tollbooth.internal.digest.StatementKind;
import dev.tollbooth.internal.figure.Figure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules for texts: literals, lists of many lengths, and statements that do no work. Each rule returns its advice, or
 * null if there is no reason for it.
 */
final class TextRules {

    private static final int MANY_TEXTS = 100;
    private static final int TEXTS_OF_A_LENGTH = 8;
    private static final int MANY_LENGTHS = 8;
    private static final double MANY_VALIDATIONS = 0.1;
    private static final int FEW = 20;

    /** The normalized texts that only ask whether a connection is alive. */
    private static final List<String> ALIVE =
            List.of("select ?", "select ? from `dual`", "select ? from dual", "values ( ? )");

    private TextRules() {}

    /**
     * Advises bind parameters instead of literals, which saves prepares. The rank is the statement's share of all
     * executions.
     */
    static @Nullable Draft literals(AdvisedStatement statement, AdvisedWorkload all) {
        long texts = statement.get(Figure.TEXTS);
        long lengths = statement.get(Figure.LIST_LENGTHS);
        if (texts < MANY_TEXTS || texts < lengths * TEXTS_OF_A_LENGTH || statement.kind() == StatementKind.OTHER) {
            return null;
        }
        return new Draft(
                        statement,
                        "%,d SQL texts or more with other literals, %.0f%% of all executions",
                        texts,
                        100 * part(statement, all))
                .evidence(Figure.TEXTS)
                .share(part(statement, all))
                .certainty(Draft.SURE)
                .remedy("Use a PreparedStatement with bind variables instead of literals in the text.");
    }

    /**
     * Advises fewer lengths of IN lists, which saves entries of the server's plan cache. The rank is the statement's
     * share of all executions.
     */
    static @Nullable Draft listLengths(AdvisedStatement statement, AdvisedWorkload all) {
        long lengths = statement.get(Figure.LIST_LENGTHS);
        if (lengths < MANY_LENGTHS || !statement.digest().text().contains("in ( ... )")) {
            return null;
        }
        return new Draft(
                        statement,
                        "IN lists of %,d lengths or more: the server and the driver prepare each as a statement of its own",
                        lengths)
                .evidence(Figure.LIST_LENGTHS, Figure.TEXTS)
                .share(part(statement, all))
                .remedy("Pad the list to a power of two (hibernate.query.in_clause_parameter_padding=true, jOOQ:"
                        + " inListPadding), or pass one array: = ANY(?).");
    }

    private static double part(AdvisedStatement statement, AdvisedWorkload all) {
        return AdvisedWorkload.share(statement.figures().count(), all.executions);
    }

    /** Advises against validation queries and repeated SET statements, which saves their round trips. */
    static @Nullable Draft validation(AdvisedWorkload all) {
        long count = 0;
        double nanos = 0;
        AdvisedStatement most = null;
        for (AdvisedStatement each : all.statements) {
            if (doesNoWork(each)) {
                count += each.figures().count();
                nanos += each.timeNanos();
                most = most == null || most.figures().count() < each.figures().count() ? each : most;
            }
        }
        if (most == null || count < FEW || AdvisedWorkload.share(count, all.roundTrips) < MANY_VALIDATIONS) {
            return null;
        }
        return new Draft(
                        most,
                        "%,d round trips check connections or set options, %.0f%% of all",
                        count,
                        100 * AdvisedWorkload.share(count, all.roundTrips))
                .evidence(Figure.COUNT)
                .saves(nanos, count)
                .certainty(Draft.SURE)
                .remedy(
                        "Drop the pool's test query (HikariCP: connectionTestQuery), check idle connections less often, and"
                                + " set options once per connection (HikariCP: connectionInitSql).");
    }

    private static boolean doesNoWork(AdvisedStatement statement) {
        String text = statement.digest().text();
        return ALIVE.contains(text) || text.startsWith("set ");
    }
}
