package dev.tollbooth.cli.demo;

import dev.tollbooth.cli.demo.Shop.Tenant;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The visits of one shopper at one tenant. The SQL has the typical mistakes of such applications.
 *
 * <p>Not thread-safe.
 */
final class ShopVisits {

    /** The actions of a shopper, a clerk or a job; some tenants use only a part of the shop. */
    @SuppressWarnings("ImmutableEnumChecker") // actions are method references
    enum Visit {
        BROWSE("GET /products", ShopVisits::browse, 360, 360, 400),
        SEARCH("GET /search", ShopVisits::search, 60, 40, 0),
        LOG_IN("POST /login", ShopVisits::logIn, 140, 140, 140),
        FILL_CART("PUT /cart", ShopVisits::fillCart, 180, 180, 160),
        CHECK_OUT("POST /orders", ShopVisits::checkOut, 120, 120, 120),
        ORDER_HISTORY("GET /orders", ShopVisits::orderHistory, 60, 60, 80),
        REGISTER("POST /customers", ShopVisits::register, 30, 60, 0),
        LOYALTY("GET /loyalty", ShopVisits::loyalty, 10, 0, 0),
        CLEAN_UP("job clean-up", ShopVisits::cleanUp, 8, 8, 0),
        BEST_SELLERS("GET /best-sellers", ShopVisits::bestSellers, 3, 0, 0),
        REVENUE("job revenue", ShopVisits::revenue, 4, 2, 0);

        private final String origin;
        private final Action action;
        private final int atAcme;
        private final int atBluebird;
        private final int atCorner;

        Visit(String origin, Action action, int atAcme, int atBluebird, int atCorner) {
            this.origin = origin;
            this.action = action;
            this.atAcme = atAcme;
            this.atBluebird = atBluebird;
            this.atCorner = atCorner;
        }

        /** Returns the name of the request or job that makes the visit. */
        String origin() {
            return origin;
        }

        /** Returns the relative frequency of this visit at {@code tenant}. */
        int weight(Tenant tenant) {
            return switch (tenant) {
                case ACME -> atAcme;
                case BLUEBIRD -> atBluebird;
                case CORNER -> atCorner;
            };
        }
    }

    private interface Action {
        void run(ShopVisits visits) throws SQLException;
    }

    private final ShopSession session;
    private final SplittableRandom random;

    ShopVisits(ShopSession session, SplittableRandom random) {
        this.session = session;
        this.random = random;
    }

    /** Makes a visit in one transaction. */
    void make(Visit visit) throws SQLException {
        session.transaction(() -> visit.action.run(this));
    }

    private long customer() {
        return 1L + random.nextInt(Shop.CUSTOMERS);
    }

    private long product() {
        return 1L + random.nextInt(Shop.PRODUCTS);
    }

    private void browse() throws SQLException {
        List<Object> products = session.query(
                "select id, name, price from product where category = ? order by name limit 20",
                random.nextInt(Shop.CATEGORIES));
        if (!products.isEmpty()) {
            Object chosen = products.get(random.nextInt(products.size()));
            session.query("select id, name, category, price from product where id = ?", chosen);
            session.query("select quantity from stock where product_id = ?", chosen);
        }
    }

    /** Searches without an index, so the database reads the whole table. */
    private void search() throws SQLException {
        session.query(
                "select id, name from product where lower(name) like ? limit 10", "%t " + random.nextInt(99) + "%");
    }

    private void logIn() throws SQLException {
        long customer = customer();
        session.query("select id, name from customer where email = ?", "c" + customer + "@example.org");
        session.update("update customer set last_seen = ? where id = ?", LocalDateTime.now(ZoneOffset.UTC), customer);
        // literals in the text: each text is new to the database, but all have one digest
        session.queryText("select count(*) from orders where customer_id = " + customer);
    }

    private void fillCart() throws SQLException {
        long customer = customer();
        session.update(
                "merge into cart_item key (customer_id, product_id) values (?, ?, ?)",
                customer,
                product(),
                1 + random.nextInt(3));
        session.query(
                "select p.id, p.name, p.price, c.quantity from cart_item c join product p on p.id = c.product_id"
                        + " where c.customer_id = ?",
                customer);
    }

    private void checkOut() throws SQLException {
        long customer = customer();
        TreeSet<Long> basket = new TreeSet<>();
        int wanted = 1 + random.nextInt(6);
        while (basket.size() < wanted) {
            basket.add(product());
        }
        session.queryText("select id, price from product where id in ("
                + basket.toString().replace("[", "").replace("]", "") + ")");
        Object order = session.query("select next value for order_number").get(0);
        session.update(
                "insert into orders values (?, ?, ?, ?)",
                order,
                customer,
                LocalDateTime.now(ZoneOffset.UTC),
                20 * wanted);
        List<Object[]> items = new ArrayList<>();
        for (long product : basket) {
            session.update("update stock set quantity = quantity - ? where product_id = ?", 1, product);
            items.add(new Object[] {order, items.size() + 1, product, 1, 20});
        }
        session.batch("insert into order_item values (?, ?, ?, ?, ?)", items);
        session.update("insert into payment values (?, ?)", order, 20 * wanted);
        session.update("delete from cart_item where customer_id = ?", customer);
    }

    /** Runs one query for the orders, then one query for each order: N+1. */
    private void orderHistory() throws SQLException {
        List<Object> orders = session.query(
                "select id, created, total from orders where customer_id = ? order by id desc limit 25",
                1L + random.nextInt(Shop.REGULARS));
        for (Object order : orders) {
            session.query("select product_id, quantity, price from order_item where order_id = ?", order);
        }
    }

    /** Registers an address. Half of the addresses already exist and violate the unique key. */
    private void register() throws SQLException {
        String email = random.nextBoolean() ? "c" + customer() : "n" + random.nextLong(Long.MAX_VALUE);
        session.update("insert into customer(email, name) values (?, ?)", email + "@example.org", "New customer");
    }

    /** Uses a feature whose table was never created. */
    private void loyalty() throws SQLException {
        session.queryText("select points from loyalty_account where customer_id = " + customer());
    }

    private void cleanUp() throws SQLException {
        session.update("insert into audit_log values (?, ?)", LocalDateTime.now(ZoneOffset.UTC), "clean up");
        session.update(
                "delete from audit_log where at < ?",
                LocalDateTime.now(ZoneOffset.UTC).minusSeconds(2));
    }

    /**
     * Runs a slow report, which joins the items of a sixth of the seeded orders with all other items of the same
     * product.
     */
    private void bestSellers() throws SQLException {
        session.query(
                "select a.product_id, b.product_id, count(*) as together from order_item a join order_item b"
                        + " on b.product_id = a.product_id and b.order_id <> a.order_id"
                        + " where a.order_id <= ? group by a.product_id, b.product_id order by together desc limit 10",
                Shop.ORDERS / 6);
    }

    private void revenue() throws SQLException {
        session.query(
                "select p.category, sum(i.quantity * i.price) as revenue from order_item i"
                        + " join product p on p.id = i.product_id where i.order_id <= ? group by p.category order by 2 desc",
                Shop.ORDERS);
    }
}
