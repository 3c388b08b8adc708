package dev.tollbooth.cli.demo;

import java.util.Locale;

/** A customer of the shop's platform: a database user with a schema of its own. */
enum Tenant {
    ACME(6),
    BLUEBIRD(3),
    CORNER(1);

    private final int weight;

    Tenant(int weight) {
        this.weight = weight;
    }

    /** Returns the share of this tenant in all visits, in tenths. */
    int weight() {
        return weight;
    }

    /** Returns the name of the tenant's user and schema. */
    String user() {
        return name().toLowerCase(Locale.ROOT);
    }
}
