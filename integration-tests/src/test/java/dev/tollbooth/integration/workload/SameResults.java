package dev.tollbooth.integration.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.jdbc.Tollbooth;
import java.util.List;

/** The comparison of a workload's two runs. */
public final class SameResults {
    private SameResults() {}

    /**
     * Runs the workload directly and through Tollbooth, each on an empty database of the same name, and asserts that it
     * saw the same.
     */
    public static void check(Databases databases, Database database, Workload workload) throws Exception {
        List<String> direct = run(databases, database, workload, Route.DIRECT);
        long before = executions();
        List<String> through = run(databases, database, workload, Route.TOLLBOOTH);
        assertThat(direct).as("lines of a workload").hasSizeGreaterThan(2);
        assertThat(through).as("through the prefix").containsExactlyElementsOf(direct);
        assertThat(executions()).as("executions accounted").isGreaterThan(before);
    }

    private static long executions() {
        return Tollbooth.shared().statements().executions();
    }

    private static List<String> run(Databases databases, Database database, Workload workload, Route route)
            throws Exception {
        ResultLog log = new ResultLog();
        workload.run(route, databases.empty(database, "same_results"), log);
        return log.lines();
    }
}
