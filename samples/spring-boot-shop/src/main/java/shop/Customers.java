package shop;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Simulated customers, so that the shop has something to show. */
@Component
class Customers {

    private static final int PRODUCTS = 50;

    private final Orders orders;
    private int visits;

    Customers(Orders orders) {
        this.orders = orders;
    }

    @Scheduled(fixedDelay = 20)
    void visit() {
        visits++;
        orders.sell(visits * 7 % PRODUCTS + 1, "customer " + visits % 10);
        orders.latest();
        if (visits % 20 == 0) {
            orders.bestSellers();
            orders.restock();
        }
    }
}
