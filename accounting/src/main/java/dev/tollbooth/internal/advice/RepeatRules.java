package dev.tollbooth.internal.advice;

import dev.tollbooth.internal.digest.StatementKind;
import dev.tollbooth.internal.figure.Figure;
import org.jspecify.annotations.Nullable;

/**
 * Rules for statements that are repeated although one execution would do. Each rule returns its advice, or null if
 * there is no reason for it.
 */
final class RepeatRules {

    /** The number of rows that a batch is assumed to have. */
    private static final int BATCH = 50;

    /** The average number of changed rows above which an execution counts as a batch. */
    private static final int FEW_ROWS = 2;

    private static final int FEW_SAMPLES = 5;

    private RepeatRules() {}

    /** Advises to fetch all rows at once, which saves all but one of the executions in each transaction. */
    static @Nullable Draft nPlusOne(AdvisedStatement statement, AdvisedWorkload all) {
        long repeated = statement.get(Figure.REPEATED);
        long transactions = statement.get(Figure.TRANSACTIONS);
        if (repeated == 0 || transactions == 0 || statement.kind() != StatementKind.READ) {
            return null;
        }
        long saved = repeated - transactions;
        if (sameAgain(statement) * 2 >= repeated) {
            return null; // the rows are the same
        }
        String preceding = statement.clues().preceding();
        String before = preceding == null ? "" : ", after " + preceding;
        return new Draft(
                        statement,
                        "executed %,d times on average in %,d transactions or scopes%s",
                        Math.round((double) repeated / transactions),
                        transactions,
                        before)
                .evidence(Figure.REPEATED, Figure.TRANSACTIONS, Figure.MOST_IN_TRANSACTION)
                .saves(saved * statement.meanNanos(), saved)
                .remedy("Fetch the rows with one statement: a join, IN with a list, or batch fetching"
                        + " (Hibernate: hibernate.default_batch_fetch_size).");
    }

    /**
     * Advises to keep a value instead of selecting it again, which saves the executions that repeat another one in
     * their transaction.
     */
    static @Nullable Draft sameAgain(AdvisedStatement statement, AdvisedWorkload all) {
        long same = sameAgain(statement);
        if (same < FEW_SAMPLES * SampledUses.TRANSACTIONS) {
            return null;
        }
        long saved = Math.min(same, statement.figures().count());
        return new Draft(
                        statement,
                        "about %,d executions have the parameters of another one in their transaction, and no change between",
                        saved)
                .evidence(Figure.COUNT)
                .saves(saved * statement.meanNanos(), saved)
                .remedy(
                        "Keep the value for the transaction: a variable, the persistence context, or a request-scoped cache.");
    }

    private static long sameAgain(AdvisedStatement statement) {
        SampledUses.Use uses = statement.clues().uses();
        return uses == null ? 0 : uses.sameAgain();
    }

    /** Advises to write rows in batches, which saves all but one in fifty executions. */
    static @Nullable Draft rowByRow(AdvisedStatement statement, AdvisedWorkload all) {
        long repeated = statement.get(Figure.REPEATED);
        if (repeated == 0 || !isRowChange(statement) || statement.get(Figure.LOOPED) * 2 >= repeated) {
            return null;
        }
        Long changed = (Long) statement.figures().get(Figure.ROWS_CHANGED);
        if (changed == null
                || changed > FEW_ROWS * statement.figures().count()) { // unknown: the driver has rewritten batches
            return null;
        }
        long saved = repeated - (repeated + BATCH - 1) / BATCH;
        return new Draft(
                        statement,
                        "%,d executions of one row each in %,d transactions",
                        repeated,
                        statement.get(Figure.TRANSACTIONS))
                .evidence(Figure.REPEATED, Figure.TRANSACTIONS, Figure.ROWS_CHANGED)
                .saves(saved * statement.meanNanos(), saved)
                .certainty(Draft.SURE)
                .remedy(
                        "Send the rows with addBatch and executeBatch (Hibernate: hibernate.jdbc.batch_size), with"
                                + " reWriteBatchedInserts=true (PostgreSQL) or rewriteBatchedStatements=true (MySQL) in the URL.");
    }

    private static boolean isRowChange(AdvisedStatement statement) {
        String text = statement.digest().text();
        return text.startsWith("insert ")
                || text.startsWith("update ")
                || text.startsWith("delete ")
                || text.startsWith("merge ")
                || text.startsWith("replace ");
    }

    /**
     * Advises to commit once per loop, which saves all other commits. If no commits were counted, a
     * commit is assumed to take two thirds of the execution's time.
     */
    static @Nullable Draft commitEach(AdvisedStatement statement, AdvisedWorkload all) {
        long looped = statement.get(Figure.LOOPED);
        if (looped == 0 || !isRowChange(statement)) {
            return null;
        }
        long saved = looped - statement.get(Figure.LOOPS);
        double mean = statement.meanNanos();
        double commit = all.transactionEnds.count() == 0
                ? mean * 2 / 3
                : Math.min(mean, (double) all.transactionEnds.nanos() / all.transactionEnds.count());
        return new Draft(
                        statement,
                        "%,d executions in %,d loops in autocommit, each with a commit of its own",
                        looped,
                        statement.get(Figure.LOOPS))
                .evidence(Figure.LOOPED, Figure.LOOPS)
                .saves(saved * commit, 0)
                .remedy("Run the loop in one transaction: setAutoCommit(false) and one commit, or @Transactional.");
    }
}
