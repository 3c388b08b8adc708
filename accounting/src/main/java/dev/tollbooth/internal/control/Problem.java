package dev.tollbooth.internal.control;

/**
 * A setting that has no effect for a reason outside of Tollbooth, such as a port in use.
 *
 * @param what the missing feature
 * @param cause the setting, its value and the remedy; never a secret
 */
public record Problem(String what, String cause) {}
