package dev.tollbooth.junit.orders;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;

@Entity
@Table(name = "orders")
class OrderEntity {

    @Id
    int id;

    String customer = "";

    @OneToMany
    @JoinColumn(name = "order_id")
    List<OrderLineEntity> lines = new ArrayList<>();
}
