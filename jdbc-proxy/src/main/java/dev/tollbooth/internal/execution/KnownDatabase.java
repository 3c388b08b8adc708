package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.NameLimit;
import org.jspecify.annotations.Nullable;

/**
 * The database of an instance's connections, if they have only one, for the instance's metrics.
 *
 * <p>Thread-safe. After a race it has the last database, or none if they differ.
 */
public final class KnownDatabase {

    /**
     * A database of a connection.
     *
     * @param product its product name
     * @param url the driver's own URL, cut as names are, empty if unknown; it may hold secrets
     */
    public record Seen(String product, String url) {

        /** Returns the product alone, because the URL may hold secrets. */
        @Override
        public String toString() {
            return product;
        }
    }

    private volatile @Nullable Seen first;
    private volatile boolean severalProducts;
    private volatile boolean severalUrls;

    /** Makes an object without a database. */
    public KnownDatabase() {}

    /** Records a connection's database. */
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

    /** Returns the product's name, null if there are several or none. */
    public @Nullable String product() {
        Seen known = first;
        return known == null || severalProducts ? null : known.product;
    }

    /** Returns the driver's own URL, null if there are several or none. */
    public @Nullable String url() {
        Seen known = first;
        return known == null || severalUrls || known.url.isEmpty() ? null : known.url;
    }
}
