package dev.tollbooth.fleet.query;

/**
 * A statement of a service.
 *
 * @param service its name
 * @param digest in hex
 */
public record FleetStatement(String service, String digest) {}
