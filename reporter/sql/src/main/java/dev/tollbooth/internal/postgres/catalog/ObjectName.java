package dev.tollbooth.internal.postgres.catalog;

/**
 * An object that is shown by its name and compared by its number, like {@code regclass}.
 *
 * @param oid the number
 * @param name the name
 */
record ObjectName(long oid, String name) {

    @Override
    public String toString() {
        return name;
    }
}
