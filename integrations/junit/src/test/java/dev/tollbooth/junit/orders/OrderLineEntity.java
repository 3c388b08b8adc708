package dev.tollbooth.junit.orders;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

@Entity
@Table(name = "order_line")
class OrderLineEntity {

    @Id
    int id;

    String product = "";
}
