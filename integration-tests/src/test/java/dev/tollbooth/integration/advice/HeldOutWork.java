package dev.tollbooth.integration.advice;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;

/** Applications that were not used to tune any threshold. */
final class HeldOutWork {

    private HeldOutWork() {}

    /** The statements of a shop; public for MyBatis. */
    public interface Shop {

        @Select("SELECT id FROM parent WHERE id % 2 = 0 ORDER BY id")
        List<Integer> categories();

        @Select("SELECT id FROM item WHERE parent = #{parent} AND price > 0")
        List<Integer> itemsOf(@Param("parent") int parent);

        @Select("SELECT i.id FROM item i JOIN parent p ON i.parent = p.id WHERE p.id % 2 = 0 AND price > 0")
        List<Integer> itemsOfAll();

        @Insert("INSERT INTO history (item) VALUES (#{item})")
        void note(@Param("item") int item);
    }

    /** Returns an application with a page of a shop in MyBatis, which shows each category with its items. */
    static Application catalogue(boolean joined) {
        return source -> {
            Configuration configuration =
                    new Configuration(new Environment("shop", new JdbcTransactionFactory(), source));
            configuration.addMapper(Shop.class);
            SqlSessionFactory factory = new SqlSessionFactoryBuilder().build(configuration);
            for (int page = 0; page < 12; page++) {
                try (SqlSession session = factory.openSession()) {
                    Shop shop = session.getMapper(Shop.class);
                    if (joined) {
                        shop.itemsOfAll();
                    } else {
                        shop.categories().forEach(shop::itemsOf);
                    }
                    shop.note(page);
                    session.commit();
                }
            }
        };
    }

    /** Returns an application that sends the messages of a queue to a slow mail server. */
    static Application mail(boolean inside) {
        return source -> {
            try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(false);
                for (int mail = 0; mail < 30; mail++) {
                    JdbcWork.read(connection, "SELECT id FROM item WHERE id = ? FOR UPDATE", mail);
                    if (!inside) {
                        connection.commit();
                    }
                    Thread.sleep(40);
                    JdbcWork.update(connection, "UPDATE item SET stock = stock - 1 WHERE id = ?", mail);
                    connection.commit();
                }
            }
        };
    }

    /** Returns an application that books stock, and reads the tax rate again with each line of an order. */
    static Application booking(boolean remembers) {
        return source -> {
            try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(false);
                for (int order = 0; order < 200; order++) {
                    for (int line = 0; line < 7; line++) {
                        if (!remembers || line == 0) {
                            rateOf(connection, 3);
                        }
                        JdbcWork.read(connection, "SELECT price FROM item WHERE id = ?", order * 7 % 993 + line);
                    }
                    JdbcWork.batch(connection, "UPDATE item SET stock = stock - 1 WHERE id = ?", order * 7 % 993, 7);
                    connection.commit();
                }
            }
        };
    }

    private static void rateOf(Connection connection, int country) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT total FROM parent WHERE id = ?")) {
            select.setInt(1, country);
            try (ResultSet rate = select.executeQuery()) {
                rate.next();
                rate.getInt("total");
            }
        }
    }
}
