package dev.tollbooth.internal.memory;

/** The parts below the root of the memory trace: each provider fills a node below one of them. */
public enum MemoryPart {
    /** Connections, statements and result sets that the proxies hold. */
    PROXY("proxy"),
    /** Digests, statements, latencies and samples. */
    ACCOUNTING("accounting"),
    /** Request units by user and statement: journals, tiers, buckets, the report queue. */
    TOP_RU("TopRU"),
    /** Sinks: their queues and encode buffers. */
    REPORTER("reporter"),
    /** The database behind the SQL tables. */
    SQL_TABLES("sql tables"),
    /** Memory that the application reports of itself; absent if it reports none. */
    APPLICATION("application");

    private final String label;

    MemoryPart(String label) {
        this.label = label;
    }

    /** Returns the name of the part's node. */
    public String label() {
        return label;
    }
}
