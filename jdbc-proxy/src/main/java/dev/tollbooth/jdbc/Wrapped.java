package dev.tollbooth.jdbc;

import dev.tollbooth.internal.proxy.ConnectionWrapper;

/**
 * A data source and who accounts for its connections.
 *
 * @param delegate opens the connections
 * @param tollbooth where they are accounted
 * @param wrapper puts proxies in their place
 */
record Wrapped<D>(D delegate, Tollbooth tollbooth, ConnectionWrapper wrapper) {

    static <D> Wrapped<D> of(D delegate, Tollbooth tollbooth) {
        return new Wrapped<>(delegate, tollbooth, tollbooth.connects().wrapper(""));
    }
}
