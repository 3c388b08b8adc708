package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.NameLimit;
import org.jspecify.annotations.Nullable;

/**
 * The database that an instance's connections are to, as long as it is one: what metrics name beside the statements.
 *
 * <p>Thread-safe. Two that race show the last one, or none, where they are of different databases.
 */
public final class KnownDatabase {

    /**
     * A database.
     *
     * @param product its product name
     * @param url the driver's own URL, cut as names are, empty where it is not known; holds secrets
     */
    public record Seen(String product, String url) {

        /** Returns the product alone. */
        @Override
        public String toString() {
            return product;
        }
    }

    private volatile @Nullable Seen first;
    private volatile boolean severalProducts;
    private volatile boolean severalUrls;

    /** None yet. */
    public KnownDatabase() {}

    /** Takes note of a connection. */
    public void note(String product, String url) {
        Seen now = new Seen(NameLimit.cut(product), NameLimit.cut(url));
        Seen known = first;
        if (known == null) {
            first = now;
        } else {
            severalProducts |= !known.product.equals(now.product);
            severalUrls |= !known.url.equals(now.url);
        }
    }

    /** Returns the product's name, null where there are several or none. */
    public @Nullable String product() {
        Seen known = first;
        return known == null || severalProducts ? null : known.product;
    }

    /** Returns the driver's own URL, null where there are several or none is known. */
    public @Nullable String url() {
        Seen known = first;
        return known == null || severalUrls || known.url.isEmpty() ? null : known.url;
    }
}
