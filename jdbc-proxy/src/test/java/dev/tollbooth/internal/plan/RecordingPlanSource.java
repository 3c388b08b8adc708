package dev.tollbooth.internal.plan;

import dev.tollbooth.spi.Plan;
import dev.tollbooth.spi.PlanReader;
import dev.tollbooth.spi.PlanSource;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A source that records requests for plans and asks no database. It fails if the text contains {@code throws}; if the
 * text contains {@code loses}, it also closes the connection.
 */
public final class RecordingPlanSource implements PlanSource {

    /** The requests since a test cleared them. */
    public static final List<Question> QUESTIONS = new CopyOnWriteArrayList<>();

    /**
     * One request for a plan.
     *
     * @param sql the statement's text
     * @param bound index, value and type of each parameter
     */
    public record Question(String sql, List<List<Object>> bound) {}

    @Override
    public String name() {
        return "recording";
    }

    @Override
    public PlanReader open(Connection connection) {
        return new Reader(connection);
    }

    private static final class Reader implements PlanReader {

        private final Connection connection;

        private String sql = "";
        private List<List<Object>> bound = List.of();

        private Reader(Connection connection) {
            this.connection = connection;
        }

        @Override
        public PreparedStatement question(String text) {
            List<List<Object>> parameters = new ArrayList<>();
            sql = text;
            bound = parameters;
            return (PreparedStatement) Proxy.newProxyInstance(
                    RecordingPlanSource.class.getClassLoader(),
                    new Class<?>[] {PreparedStatement.class},
                    (self, method, arguments) -> {
                        if (!method.getName().equals("close")) {
                            parameters.add(new ArrayList<>(Arrays.asList(arguments)));
                        }
                        return null;
                    });
        }

        @Override
        public Plan read(PreparedStatement question) throws SQLException {
            QUESTIONS.add(new Question(sql, bound));
            if (sql.contains("loses")) {
                connection.close();
            }
            if (sql.contains("throws")) {
                throw new SQLException("no plan");
            }
            return Plan.of("scan " + sql.indexOf(' '));
        }
    }
}
