package dev.tollbooth.fleet.parquet;

/**
 * The numbers of reports, rows and files in an export.
 *
 * <p>Not thread-safe.
 */
public final class ExportSums {

    private long read;
    private long reports;
    private long statements;
    private long spending;
    private long origins;
    private long spendingOrigins;
    private long files;

    void addRead() {
        read++;
    }

    void addReports(long more) {
        reports += more;
    }

    void addStatements(long more) {
        statements += more;
    }

    void addSpending(long more) {
        spending += more;
    }

    void addOrigins(long more) {
        origins += more;
    }

    void addSpendingOrigins(long more) {
        spendingOrigins += more;
    }

    void addFiles(long more) {
        files += more;
    }

    /** Returns the number of reports that were not exported before. */
    public long reports() {
        return reports;
    }

    /** Returns the number of rows of statements. */
    public long statements() {
        return statements;
    }

    /** Returns the number of written files. */
    public long files() {
        return files;
    }

    /** Returns all numbers as one line. */
    @Override
    public String toString() {
        return "read=" + read + " reports=" + reports + " known=" + (read - reports) + " statements=" + statements
                + " spending=" + spending + " origins=" + origins + " spending_origins=" + spendingOrigins
                + " files=" + files;
    }
}
