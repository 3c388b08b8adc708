package shop;

import dev.tollbooth.spi.RequestUnits;
import dev.tollbooth.spi.RuReader;
import dev.tollbooth.spi.RuSource;
import java.sql.Connection;

/** A source of request units with three for each execution. */
public final class FlatPrice implements RuSource {

    @Override
    public String name() {
        return "flat";
    }

    @Override
    public boolean isPassive() {
        return false;
    }

    @Override
    public RuReader open(Connection connection) {
        return (statement, digest, resultOpen, failure) -> new RequestUnits(3, 0, null);
    }
}
