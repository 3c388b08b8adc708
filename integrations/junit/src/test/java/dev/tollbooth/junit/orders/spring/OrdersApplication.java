package dev.tollbooth.junit.orders.spring;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
class OrdersApplication {}
