package dev.tollbooth.benchmarks.digest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * A source of SQL texts of one shape with different literals. Each is a new String, as an application builds it, so no
 * cache by text knows it, and its hash is not computed yet.
 *
 * <p>Not thread-safe.
 */
final class FreshText {

    private static final String SHORT = "SELECT name FROM item WHERE id = ########";

    private static final String MIDDLE = "SELECT o.id, o.status, c.name, c.email FROM orders o"
            + " JOIN customers c ON c.id = o.customer_id WHERE o.customer_id = ######## AND o.status IN ('paid', 'sent')"
            + " AND c.name LIKE 'a########%' ORDER BY o.id";

    private static final String LONG =
            "SELECT o.id, o.created_at, o.status, o.currency, o.total_amount - o.discount AS net,"
                    + " c.name, c.email, c.country_code, a.street, a.city, a.postal_code, p.title, p.sku, i.quantity, i.unit_price,"
                    + " COALESCE(s.carrier, 'none########') AS carrier, COUNT(*) AS parcels FROM orders o JOIN customers c ON c.id = o.customer_id"
                    + " LEFT JOIN addresses a ON a.customer_id = c.id AND a.kind = 'shipping' JOIN order_items i ON i.order_id = o.id"
                    + " JOIN products p ON p.id = i.product_id LEFT JOIN shipments s ON s.order_id = o.id AND s.sent_at > '2024-03-01 12:30:00'"
                    + " WHERE o.customer_id = ######## AND o.status IN ('paid', 'packed', 'sent', 'returned') AND o.total_amount > 19.99"
                    + " AND i.quantity BETWEEN 1 AND 100 AND (c.email LIKE 'user########%' OR c.name IS NULL) AND p.discontinued = 0"
                    + " AND c.country_code IN ('de', 'fr', 'nl', 'us') GROUP BY o.id, c.id, a.id, p.id, i.id HAVING COUNT(*) > 1"
                    + " ORDER BY o.created_at DESC, o.id LIMIT 50 OFFSET 100";

    private static final int FIRST = 10_000_000;
    private static final int COUNT = 90_000_000;

    private final byte[] text;
    private final int[] places;
    private int literal;

    /** Makes texts of about {@code size} bytes: 40, 200 or 1000. */
    FreshText(int size) {
        String template = switch (size) {
            case 40 -> SHORT;
            case 200 -> MIDDLE;
            case 1000 -> LONG;
            default -> throw new IllegalArgumentException("unknown size: size=" + size + ", use 40, 200 or 1000");
        };
        text = template.getBytes(ISO_8859_1);
        places = places(template);
    }

    private static int[] places(String template) {
        return java.util.stream.IntStream.range(0, template.length())
                .filter(i -> template.startsWith("########", i))
                .toArray();
    }

    /** Returns the next text. */
    String next() {
        literal = (literal + 1) % COUNT;
        int rest = literal + FIRST;
        for (int digit = 7; digit >= 0; digit--) {
            byte ascii = (byte) ('0' + rest % 10);
            rest /= 10;
            for (int place : places) {
                text[place + digit] = ascii;
            }
        }
        return new String(text, ISO_8859_1);
    }
}
