package dev.tollbooth.junit.orders.spring;

import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

@Table("ORDERS")
record Order(@Id int id, String customer) {}
