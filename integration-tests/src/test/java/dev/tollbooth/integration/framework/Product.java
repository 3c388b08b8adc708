package dev.tollbooth.integration.framework;

/** A row that MyBatis maps to fields; the key is written back after the insert. */
public final class Product {
    Integer id;
    String name;
    Integer price;

    Product() {}

    Product(String name, int price) {
        this.name = name;
        this.price = price;
    }

    @Override
    public String toString() {
        return "product " + id + ' ' + name + ' ' + price;
    }
}
