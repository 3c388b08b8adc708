package dev.tollbooth.jdbc.source;

import dev.tollbooth.accounting.ru.Plan;
import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Keeps what it is asked, and asks no database; fails where the text has {@code throws} in it. */
public final class RecordingPlanSource implements PlanSource {

    /** What it was asked, since a test has cleared it. */
    public static final List<Question> QUESTIONS = new CopyOnWriteArrayList<>();

    /**
     * One question.
     *
     * @param bound index, value and type of each parameter
     */
    public record Question(String sql, List<List<Object>> bound) {}

    @Override
    public String name() {
        return "recording";
    }

    @Override
    public PlanReader open(SourceConnection connection) {
        return RecordingPlanSource::explain;
    }

    private static Plan explain(String sql, @Nullable StatementParameters parameters) throws SQLException {
        List<List<Object>> bound = new ArrayList<>();
        if (parameters != null) {
            parameters.bindTo((PreparedStatement) Proxy.newProxyInstance(
                    RecordingPlanSource.class.getClassLoader(),
                    new Class<?>[] {PreparedStatement.class},
                    (self, method, arguments) -> {
                        bound.add(new ArrayList<>(java.util.Arrays.asList(arguments)));
                        return null;
                    }));
        }
        QUESTIONS.add(new Question(sql, bound));
        if (sql.contains("throws")) {
            throw new SQLException("no plan");
        }
        return Plan.of("scan " + sql.indexOf(' '));
    }
}
