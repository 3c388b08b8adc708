package dev.tollbooth.internal.cost;

import org.jspecify.annotations.Nullable;

/**
 * The owner of request units: a user of one database, with one source. TopRU first selects the top owners, then the top
 * statements of each owner.
 *
 * @param keyspace the database, such as {@code PostgreSQL/shop}
 * @param source the source of the request units, such as {@code estimate}. Request units of different sources are never
 *     added up
 * @param user the user; empty if unknown
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

    // written out, because generated methods of a record would load 50 classes with the first connection
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
