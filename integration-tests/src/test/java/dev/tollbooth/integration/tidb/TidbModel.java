package dev.tollbooth.integration.tidb;

/** The model by which the replacement for TiDB counts request units. */
enum TidbModel {
    /** Before 7.6: the info has none. */
    NONE,
    /** The first, of a version that knows of no other. */
    V1,
    /** The first, of a version that knows of both. */
    V1_OF_TWO,
    /** The second: the first one's figure is 0. */
    V2
}
