package dev.tollbooth.internal.control;

/**
 * A problem that the user can solve, such as a port in use or an exceeded budget.
 *
 * @param what the problem in a few words
 * @param cause the setting or the facts, and the remedy; never a secret
 */
public record Problem(String what, String cause) {}
