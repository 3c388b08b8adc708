package dev.tollbooth.liquibase;

import dev.tollbooth.jdbc.TollboothDriver;
import liquibase.database.core.UnsupportedDatabase;
import org.jspecify.annotations.Nullable;

/**
 * A Liquibase plug-in that gives Liquibase the driver for a {@code jdbc:tollbooth:} URL.
 *
 * <p>Liquibase asks its databases for the driver of a URL. Later it chooses the database that writes the SQL by the
 * connection's product. This class only names the driver. It replaces Liquibase's own {@code unsupported}, with its
 * name and behaviour, so that the list of databases for change logs stays the same.
 *
 * <p>Thread-safe: stateless.
 */
public final class TollboothUrls extends UnsupportedDatabase {

    private static final String PREFIX = "jdbc:tollbooth:";

    /** Makes the database for {@link java.util.ServiceLoader}. */
    public TollboothUrls() {}

    /**
     * Returns a priority above that of the replaced class, because Liquibase uses the higher one of two databases with
     * the same name.
     */
    @Override
    public int getPriority() {
        return super.getPriority() + 1;
    }

    @Override
    public @Nullable String getDefaultDriver(String url) {
        return url.startsWith(PREFIX) ? TollboothDriver.class.getName() : null;
    }
}
