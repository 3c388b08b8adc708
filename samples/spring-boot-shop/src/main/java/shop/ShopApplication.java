package shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts the shop. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableScheduling
public class ShopApplication {

    /**
     * Starts the shop.
     *
     * @param args Spring Boot's, such as {@code --server.port=8081}
     */
    public static void main(String[] args) {
        SpringApplication.run(ShopApplication.class, args);
    }
}
