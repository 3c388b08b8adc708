package dev.tollbooth.internal.control;

/**
 * What settings ask for and can't be had, such as a port that is taken.
 *
 * @param what is missing because of that
 * @param cause names setting, value and remedy; never a secret
 */
public record Problem(String what, String cause) {}
