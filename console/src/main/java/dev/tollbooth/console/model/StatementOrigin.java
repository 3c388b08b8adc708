package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figures;

/**
 * The figures of one origin of a statement in the whole span.
 *
 * @param name the origin's name; empty for executions without an origin
 * @param figures the figures; the time includes fetches
 */
public record StatementOrigin(String name, Figures figures) {}
