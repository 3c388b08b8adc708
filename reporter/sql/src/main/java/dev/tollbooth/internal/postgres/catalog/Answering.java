package dev.tollbooth.internal.postgres.catalog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of the evaluation of one catalog query.
 *
 * @param catalog the catalog
 * @param parameters the values of {@code $1} and so on
 * @param steps limits the cost of the query
 * @param expressions the results of the common table expressions so far, by name
 */
record Answering(Catalog catalog, List<@Nullable Object> parameters, Steps steps, Map<String, Relation> expressions) {

    Answering(Catalog catalog, List<@Nullable Object> parameters, Steps steps) {
        this(catalog, parameters, steps, new HashMap<>());
    }
}
