package dev.tollbooth.internal.advice;

import dev.tollbooth.internal.digest.StatementKind;
import dev.tollbooth.internal.figure.Figure;
import org.jspecify.annotations.Nullable;

/** Statements that are repeated where one would do. */
final class RepeatRules {

    /** Rows that a batch is taken to have. */
    private static final int BATCH = 50;

    /** An execution that changes more rows on average is a batch. */
    private static final int FEW_ROWS = 2;

    private RepeatRules() {}

    /** Saves all but one execution of each transaction. */
    static @Nullable Draft nPlusOne(AdvisedStatement statement, AdvisedWorkload all) {
        long repeated = statement.get(Figure.REPEATED);
        long transactions = statement.get(Figure.TRANSACTIONS);
        if (repeated == 0 || transactions == 0 || statement.kind() != StatementKind.READ) {
            return null;
        }
        long saved = repeated - transactions;
        String before = statement.preceding() == null ? "" : ", after " + statement.preceding();
        return new Draft(
                        statement,
                        "executed %,d times on average in %,d transactions or scopes%s",
                        Math.round((double) repeated / transactions),
                        transactions,
                        before)
                .evidence(Figure.REPEATED, Figure.TRANSACTIONS, Figure.MOST)
                .saves(saved * statement.meanNanos(), saved)
                .remedy("Fetch the rows with one statement: a join, IN with a list, or batch fetching"
                        + " (Hibernate: hibernate.default_batch_fetch_size).");
    }

    /** Saves all but one execution of fifty. */
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

    /** Saves all but one commit of each loop: what an explicit commit takes, or half of the execution where there is none. */
    static @Nullable Draft commitEach(AdvisedStatement statement, AdvisedWorkload all) {
        long looped = statement.get(Figure.LOOPED);
        if (looped == 0 || !isRowChange(statement)) {
            return null;
        }
        long saved = looped - statement.get(Figure.LOOPS);
        double half = statement.meanNanos() / 2;
        double commit = all.transactionEnds.count() == 0
                ? half
                : Math.min(half * 2, (double) all.transactionEnds.nanos() / all.transactionEnds.count());
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
