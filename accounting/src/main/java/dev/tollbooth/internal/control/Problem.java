package dev.tollbooth.internal.control;

/**
 * A setting that has no effect for a reason outside of Tollbooth, such as a port that is taken.
 *
 * @param what is missing because of that
 * @param cause names setting, value and remedy; never a secret
 */
public record Problem(String what, String cause) {}
