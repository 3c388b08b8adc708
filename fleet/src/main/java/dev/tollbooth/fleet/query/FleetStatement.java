package dev.tollbooth.fleet.query;

/**
 * A statement of a service.
 *
 * @param service the service's name
 * @param digest the digest in hex
 */
public record FleetStatement(String service, String digest) {}
