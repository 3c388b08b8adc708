package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresType;

/** What a column of an answer is shown as. */
enum CatalogType {
    TEXT("VARCHAR", PostgresType.VARCHAR),
    /** One letter, or none. */
    CHAR("CHARACTER(1)", PostgresType.CHAR),
    INT("INTEGER", PostgresType.INT4),
    LONG("BIGINT", PostgresType.INT8),
    BOOL("BOOLEAN", PostgresType.BOOL);

    /** What H2 calls it. */
    final String inH2;

    /** What a parameter that is compared with it is taken for. */
    final PostgresType shown;

    CatalogType(String inH2, PostgresType shown) {
        this.inH2 = inH2;
        this.shown = shown;
    }
}
