package dev.tollbooth.internal.cost;

import org.jspecify.annotations.Nullable;

/**
 * The owner of request units: the outer part of a key, which top-N selects first.
 *
 * @param keyspace the database, such as {@code PostgreSQL/shop}
 * @param source where the request units are from, such as {@code estimate}: figures of two sources are never added up
 * @param user the user; empty is a user too
 */
public record RuOwner(String keyspace, String source, String user) implements Comparable<RuOwner> {

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof RuOwner that
                        && keyspace.equals(that.keyspace)
                        && source.equals(that.source)
                        && user.equals(that.user));
    }

    // written out: a record's own would be made at the first connection, which costs 50 classes
    @Override
    public int hashCode() {
        return 31 * (31 * keyspace.hashCode() + source.hashCode()) + user.hashCode();
    }

    @Override
    public int compareTo(RuOwner other) {
        int order = keyspace.compareTo(other.keyspace);
        order = order != 0 ? order : source.compareTo(other.source);
        return order != 0 ? order : user.compareTo(other.user);
    }
}
