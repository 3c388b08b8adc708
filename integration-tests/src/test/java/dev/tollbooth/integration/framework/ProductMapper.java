package dev.tollbooth.integration.framework;

import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.cursor.Cursor;

/** A mapper with generated keys and a cursor. */
public interface ProductMapper {
    @Update("CREATE TABLE product (id INT ${identity} PRIMARY KEY, name VARCHAR(40) NOT NULL UNIQUE, price INT)")
    void createTable(@Param("identity") String identity);

    @Insert("INSERT INTO product (name, price) VALUES (#{name}, #{price})")
    @Options(useGeneratedKeys = true, keyProperty = "id", keyColumn = "id")
    int insert(Product product);

    @Update("UPDATE product SET price = #{price} WHERE name = #{name}")
    int reprice(@Param("name") String name, @Param("price") int price);

    @Select("SELECT id, name, price FROM product WHERE name = #{name}")
    Product find(String name);

    @Select("SELECT id, name, price FROM product ORDER BY id")
    @Options(fetchSize = 5)
    Cursor<Product> all();
}
