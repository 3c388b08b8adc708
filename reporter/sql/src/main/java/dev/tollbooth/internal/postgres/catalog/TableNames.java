package dev.tollbooth.internal.postgres.catalog;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The tables and functions of a query, which decide whether the catalog or H2 answers the query. Not thread-safe. */
final class TableNames {

    private static final String INFORMATION = "information_schema";

    private final Set<String> defined = new HashSet<>();
    private final Set<String> read = new LinkedHashSet<>();
    private boolean live;
    private boolean asked;
    private boolean quoted;
    private boolean unknown;
    private boolean asTable;

    /** Records a called function. */
    void call(String name) {
        asked |= Functions.isOfCatalog(name);
        quoted |= name.equals("quote_ident"); // completion in clients asks for the names of tables this way
        unknown |= !Functions.isKnown(name);
    }

    /**
     * Records a function in the place of a table; {@code alone} says that it has no arguments. H2 has no such function
     * without arguments.
     */
    void call(String name, boolean alone) {
        call(name);
        asTable |= alone;
    }

    /**
     * Returns whether the catalog can answer the query if H2 can't. Such a query reads no live table and calls only
     * known functions. It calls a function of the catalog, or it reads a table and calls {@code quote_ident}.
     */
    boolean isAsked() {
        return !live && !unknown && (asked || (quoted && !read.isEmpty()));
    }

    /** Records a name that WITH defines. */
    void define(String name) {
        defined.add(name);
    }

    /** Returns the source of the rows of a table. */
    Source.Table of(String schema, String name) {
        if (schema.isEmpty() && defined.contains(name)) {
            return before -> {
                Relation rows = before.answering.expressions().get(name);
                return rows == null ? new Relation(List.of(name), List.of()) : rows;
            };
        }
        // H2 has further tables there, about H2 itself
        boolean ofInformation = schema.equals(INFORMATION)
                && !CatalogTables.names(INFORMATION + '.' + name).isEmpty();
        boolean ofCatalog = schema.equals("pg_catalog") || (schema.isEmpty() && name.startsWith("pg_"));
        live |= !ofInformation && !ofCatalog;
        String whole = ofInformation ? INFORMATION + '.' + name : name;
        read.add(whole);
        return before -> before.answering.catalog().table(whole);
    }

    /** Returns whether the query reads something that only the catalog has, and no live table. */
    boolean isCatalog() {
        return !live && ((asTable && !unknown) || read.stream().anyMatch(name -> !isServedByH2(name)));
    }

    private static boolean isServedByH2(String name) {
        return name.equals(INFORMATION + ".tables") || name.equals(INFORMATION + ".columns");
    }
}
