package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figures;

/**
 * The figures of one origin of a statement in the whole span.
 *
 * @param name empty for executions without an origin
 */
public record StatementOrigin(String name, Figures figures) {}
