package com.example.shop;

import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

/** A Spring Boot application without any reference to Tollbooth. */
@SpringBootApplication
public class ShopApplication {

    public static void main(String[] args) {
        SpringApplication.run(ShopApplication.class, args);
    }

    @Bean
    CommandLineRunner orders(JdbcTemplate jdbc) {
        return args -> {
            jdbc.execute("CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(40))");
            for (int id = 0; id < 25; id++) {
                jdbc.update("INSERT INTO orders VALUES (?, ?)", id, "customer " + id % 5);
            }
            for (int customer = 0; customer < 5; customer++) {
                jdbc.queryForList("SELECT * FROM orders WHERE customer = ?", "customer " + customer);
            }
            System.out.println("sent=31");
        };
    }
}
