package dev.tollbooth.junit.orders;

import java.util.List;
import org.apache.ibatis.annotations.Select;

interface OrderMapper {

    @Select("select id from orders")
    List<Integer> orders();

    @Select("select count(*) from order_line where order_id = #{order}")
    int lines(int order);
}
