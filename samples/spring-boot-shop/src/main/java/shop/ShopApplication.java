package shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** A shop on Spring Boot. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableScheduling
public class ShopApplication {

    /**
     * Starts the shop.
     *
     * @param args arguments of Spring Boot, such as {@code --server.port=8081}
     */
    public static void main(String[] args) {
        SpringApplication.run(ShopApplication.class, args);
    }
}
