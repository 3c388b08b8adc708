package shop;

import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The statements of the shop. */
@Repository
class Orders {

    private final JdbcTemplate jdbc;

    Orders(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Sells one piece of a product, if any is left. */
    @Transactional
    public boolean sell(int product, String customer) {
        if (jdbc.update("UPDATE product SET stock = stock - 1 WHERE id = ? AND stock > 0", product) == 0) {
            return false;
        }
        jdbc.update("INSERT INTO orders (product_id, customer) VALUES (?, ?)", product, customer);
        return true;
    }

    /** Returns the products of the latest orders, with a statement for each, which the figures reveal. */
    public List<String> latest() {
        return jdbc.queryForList("SELECT product_id FROM orders ORDER BY id DESC LIMIT 10", Integer.class).stream()
                .map(product -> jdbc.queryForObject("SELECT name FROM product WHERE id = ?", String.class, product))
                .toList();
    }

    /** Counts the sales of each product with one slow statement; returns the number of products. */
    public int bestSellers() {
        return jdbc.queryForList("SELECT p.name, count(*) AS sold FROM orders a JOIN product p ON p.id = a.product_id"
                        + " GROUP BY p.name ORDER BY sold DESC")
                .size();
    }

    /** Restocks products of which few pieces are left. */
    public void restock() {
        jdbc.update("UPDATE product SET stock = 100 WHERE stock < 50");
    }
}
