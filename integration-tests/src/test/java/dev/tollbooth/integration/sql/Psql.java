package dev.tollbooth.integration.sql;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A runner of PostgreSQL's command line psql, if the operating system has it.
 *
 * @param port the server's port on loopback
 * @param user the user who connects
 * @param password the user's password
 * @param database the database to open
 */
record Psql(int port, String user, String password, String database) {

    private static final int TIMEOUT_SECONDS = 60;

    /**
     * Skips the tests where there is none on the PATH, but not where {@code TESTS_SKIP_NOTHING} says that there has to
     * be.
     */
    static void assumeInstalled() throws InterruptedException {
        boolean installed;
        try {
            installed = run(new ProcessBuilder("psql", "--version")).startsWith("psql");
        } catch (IOException e) {
            installed = false;
        }
        assumeTrue(
                installed || System.getenv("TESTS_SKIP_NOTHING") != null,
                "psql is not on the PATH (Debian: apt-get install postgresql-client);"
                        + " SqlPortsIT runs statements through PostgreSQL's JDBC driver");
    }

    /** Runs statements, each in its own transaction, and returns them with what was printed. */
    String run(String... statements) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "psql", "-X", "-e", "-P", "pager=off", "-h", "127.0.0.1", "-p", String.valueOf(port), "-U", user));
        for (String statement : statements) {
            command.add("-c");
            command.add(statement);
        }
        command.add(database);
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment().put("PGPASSWORD", password);
        process.environment().put("PGCLIENTENCODING", "UTF8");
        return run(process);
    }

    private static String run(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("psql did not end: seconds=" + TIMEOUT_SECONDS);
            }
            return output;
        } finally {
            process.destroyForcibly();
        }
    }
}
