package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresType;

/** The type of a column of an answer. */
enum CatalogType {
    TEXT("VARCHAR", PostgresType.VARCHAR),
    /** One letter, or none. */
    CHAR("CHARACTER(1)", PostgresType.CHAR),
    INT("INTEGER", PostgresType.INT4),
    LONG("BIGINT", PostgresType.INT8),
    BOOL("BOOLEAN", PostgresType.BOOL);

    /** The name of the type in H2. */
    final String inH2;

    /** The type of a parameter that is compared with a column of this type. */
    final PostgresType shown;

    CatalogType(String inH2, PostgresType shown) {
        this.inH2 = inH2;
        this.shown = shown;
    }
}
