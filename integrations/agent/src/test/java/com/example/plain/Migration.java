package com.example.plain;

import org.flywaydb.core.Flyway;

/** Flyway, as its command line calls it. */
public final class Migration {

    private Migration() {}

    public static void main(String[] args) {
        Flyway flyway = Flyway.configure()
                .dataSource(args[0], "sa", "")
                .locations("filesystem:sql")
                .load();
        System.out.println("migrations=" + flyway.migrate().migrationsExecuted);
    }
}
