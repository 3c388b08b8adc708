package dev.tollbooth.junit.orders.spring;

import org.springframework.data.repository.CrudRepository;

interface OrderRepository extends CrudRepository<Order, Integer> {}
