package shop;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The pages of the shop. */
@RestController
class ShopController {

    private final Orders orders;

    ShopController(Orders orders) {
        this.orders = orders;
    }

    @GetMapping("/orders")
    List<String> latest() {
        return orders.latest();
    }

    @PostMapping("/products/{id}/orders")
    boolean order(@PathVariable int id) {
        return orders.sell(id, "you");
    }
}
