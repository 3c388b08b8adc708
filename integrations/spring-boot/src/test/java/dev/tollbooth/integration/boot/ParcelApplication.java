package dev.tollbooth.integration.boot;

import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A small application on JdbcTemplate; its bean {@code log} holds what it saw. */
@SpringBootApplication(proxyBeanMethods = false)
class ParcelApplication {
    @Bean
    List<String> log(JdbcTemplate jdbc, PlatformTransactionManager transactions) {
        List<String> log = new ArrayList<>();
        log.add("columns " + jdbc.queryForMap("SELECT * FROM parcel"));
        for (int i = 1; i <= 5; i++) {
            log.add("generated " + insert(jdbc, "parcel " + i, 100 * i));
        }
        log.add("batch of "
                + jdbc.batchUpdate(
                                "INSERT INTO parcel (label, grams) VALUES (?, ?)",
                                List.of(new Object[] {"light", 1}, new Object[] {"lighter", 0}))
                        .length);
        rollBack(jdbc, transactions, log);
        jdbc.query(
                "SELECT label, grams FROM parcel WHERE grams > ? ORDER BY grams",
                row -> {
                    log.add(row.getString("label") + " weighs " + row.getInt("grams"));
                },
                99);
        log.add("count " + jdbc.queryForObject("SELECT count(*) FROM parcel", Long.class));
        return log;
    }

    private static Number insert(JdbcTemplate jdbc, String label, int grams) {
        GeneratedKeyHolder key = new GeneratedKeyHolder();
        jdbc.update(
                connection -> {
                    var insert = connection.prepareStatement(
                            "INSERT INTO parcel (label, grams) VALUES (?, ?)", new String[] {"ID"});
                    insert.setString(1, label);
                    insert.setInt(2, grams);
                    return insert;
                },
                key);
        return key.getKey();
    }

    /**
     * Rolls back after an error, which Spring classifies by the product's name in the metadata; the exception's class
     * shows that it recognized H2.
     */
    private static void rollBack(JdbcTemplate jdbc, PlatformTransactionManager transactions, List<String> log) {
        try {
            new TransactionTemplate(transactions).executeWithoutResult(status -> {
                jdbc.update("DELETE FROM parcel");
                jdbc.update("INSERT INTO parcel (label, grams) VALUES ('twice', 1)");
                jdbc.update("INSERT INTO parcel (label, grams) VALUES ('twice', 2)");
            });
        } catch (DuplicateKeyException e) {
            log.add("refused " + e.getMessage());
        }
    }
}
