package dev.tollbooth.liquibase;

import dev.tollbooth.jdbc.TollboothDriver;
import liquibase.database.core.UnsupportedDatabase;
import org.jspecify.annotations.Nullable;

/**
 * Tells Liquibase which driver a {@code jdbc:tollbooth:} URL needs.
 *
 * <p>Liquibase asks its databases for the driver of a URL, and chooses the one whose SQL it writes by the product that the
 * connection names. This one answers the first question alone. It stands in for Liquibase's own {@code unsupported}, by its
 * name and as silent, so the list of databases that change logs may name stays as it was. Thread-safe: it is asked for
 * nothing that changes.
 */
public final class TollboothUrls extends UnsupportedDatabase {

    private static final String PREFIX = "jdbc:tollbooth:";

    /** Made by Liquibase, by {@link java.util.ServiceLoader}. */
    public TollboothUrls() {}

    /** One above the class that it stands in for: of two of one name Liquibase takes the higher. */
    @Override
    public int getPriority() {
        return super.getPriority() + 1;
    }

    @Override
    public @Nullable String getDefaultDriver(String url) {
        return url.startsWith(PREFIX) ? TollboothDriver.class.getName() : null;
    }
}
