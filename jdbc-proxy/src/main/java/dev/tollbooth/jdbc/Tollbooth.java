package dev.tollbooth.jdbc;

import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.TextNormalizer;
import dev.tollbooth.internal.instance.Instance;
import dev.tollbooth.internal.instance.Instances;
import dev.tollbooth.internal.instance.TimedConnects;
import dev.tollbooth.internal.origin.OriginScope;
import dev.tollbooth.internal.settings.FrameworkSettings;
import dev.tollbooth.internal.settings.SettingSources;
import dev.tollbooth.internal.settings.TypedSettings;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.ReportConsumer;
import dev.tollbooth.spi.MemoryTraceProvider;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.Normalizer;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.RunningStatement;
import dev.tollbooth.statement.SqlDialect;
import dev.tollbooth.statement.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One set of accounts: what the statements of its connections have cost, and what runs on them now.
 *
 * <p>Thread-safe. Two of them share nothing, but those that {@link #shared()} returns for the same settings are of the same
 * accounts, and equal. Connections outlive {@link #close()}: they go on, unaccounted.
 */
public final class Tollbooth implements AutoCloseable {

    private static final int MOST_NAME = 64;

    private final Instance instance;

    Tollbooth(Instance instance) {
        this.instance = instance;
    }

    /**
     * Starts the description of a new instance; settings that it does not name come from the usual sources.
     *
     * @return a builder without any setting
     */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the instance that {@code jdbc:tollbooth:} URLs without settings of their own use} */
    public static Tollbooth shared() {
        return shared(Map.of());
    }

    /**
     * Returns the instance that {@code jdbc:tollbooth:} URLs with these settings, in the URL or its properties, use. It has its
     * MBeans from now on; without this call it has them a second after it was made.
     *
     * @param settings keys with {@code tollbooth.} before them
     * @return that instance; one that accounts for nothing if there are 64 others
     * @throws SettingsException if one of them is unknown, such as a key without {@code tollbooth.}, or its value bad
     */
    public static Tollbooth shared(Map<String, String> settings) {
        return new Tollbooth(TollboothDriver.instances()
                .get(TypedSettings.ofProperties(settings))
                .complete());
    }

    /**
     * {@return what makes the digests of a dialect as a connection's are made by default; it needs no instance}
     *
     * @param dialect whose literals, identifiers and comments the texts have
     */
    public static Normalizer normalizer(SqlDialect dialect) {
        return new TextNormalizer(dialect, DigestOptions.DEFAULT);
    }

    /** {@return the name in MBeans and metrics: {@code tollbooth.name}, with a number behind it where another instance had that} */
    public String name() {
        return instance.name();
    }

    /**
     * {@return {@code dataSource} with its connections accounted here}
     *
     * @param dataSource opens the connections; closing what is returned closes it where it can be closed
     */
    public DataSource wrap(DataSource dataSource) {
        return new TollboothDataSource(dataSource, this);
    }

    /**
     * {@return what connections of {@code jdbc:tollbooth:} URLs need among their properties to be accounted here, for pools
     * that take a URL and properties only; once this instance is closed, such connections open unaccounted} Settings beside
     * them are not read.
     */
    public Map<String, String> connectionProperties() {
        return Map.of(Instances.HANDLE, Instances.ofDriver().handle(instance));
    }

    /** {@return what all statements have cost} */
    public Statements statements() {
        return instance.statements();
    }

    /** {@return what to change in the application, what saves most first} It is of all executions since the last reset. */
    public List<Advice> advice() {
        return instance.statements().advice();
    }

    /** {@return the statements that run now, the longest running first} */
    public List<RunningStatement> running() {
        return instance.sessions().list();
    }

    /**
     * Cancels the execution that {@link RunningStatement#id} names, if it still runs: never one after it.
     *
     * @param id of an execution in {@link #running}; one that is unknown or over cancels nothing
     * @return whether a cancel was sent
     * @throws Exception what the driver's cancel threw
     */
    public boolean cancel(String id) throws Exception {
        return instance.sessions().cancel(id);
    }

    /**
     * Shows what {@code provider} holds beside Tollbooth's own memory, in all views of it, and counts it with that towards
     * {@code tollbooth.memory.limit}: near that, accounts give way.
     *
     * @param name of its node below {@code application}, 1 to 64 characters; providers of one name share it
     * @param provider asked each second
     * @return closing it takes the provider out
     * @throws IllegalArgumentException if the name is empty or longer
     */
    public AutoCloseable register(String name, MemoryTraceProvider provider) {
        if (name.isBlank() || name.length() > MOST_NAME) {
            throw new IllegalArgumentException(
                    "bad name of a memory trace: name=" + name + ", use 1 to " + MOST_NAME + " characters");
        }
        return instance.traceMemory(name, provider);
    }

    /**
     * {@return the bytes of heap that each node of the memory tree owns now, without its children} A key is a path, such as
     * {@code accounting/digest cache}, and parents come before their children. A statement that runs has a node below
     * {@code proxy/running queries} where {@code tollbooth.memory.query-limit} is set: memory of the application. All other
     * values together are what {@code tollbooth.memory.limit} bounds. The map does not change.
     */
    public Map<String, Long> memory() {
        return instance.memory();
    }

    /**
     * {@return a new connection to the accounts as tables in SQL, which are opened at the first call; they end with this
     * instance}
     *
     * @throws SQLException if H2 is not on the class path or its version does not fit, or this instance is closed
     */
    public Connection connectToTables() throws SQLException {
        return instance.sqlTables().connect();
    }

    /**
     * Gives {@code consumer} each report from now on, on a thread of its own, until the result is closed. While there is a
     * consumer, request units are collected by user and statement.
     *
     * @param consumer may be slow or throw: only its own reports are lost then
     * @param interval the widest items that it can do with; the finest of all consumers is used
     * @return closing it ends the reports
     * @throws IllegalStateException if there are ten consumers already, or this instance is closed
     */
    public AutoCloseable subscribe(ReportConsumer consumer, ItemInterval interval) {
        return instance.subscribe(consumer, interval);
    }

    /**
     * Runs {@code action}; what this thread executes meanwhile is accounted to the user {@code name}, on any connection of
     * this instance.
     *
     * <p>Scopes nest; the inner one counts. A scope ends with the action, however that ends. It belongs to this thread alone, which may be a virtual one. A task that the action hands to another thread needs a scope of its own. An
     * execution, and the reading of its result set, is its begin's user's.
     *
     * @param <E> what the action throws
     * @param name the user, such as a tenant; cut to 256 characters, its last ones a hash
     * @param action run once, by this thread
     * @throws E what {@code action} threw
     */
    public <E extends Exception> void asUser(String name, ThrowingRunnable<E> action) throws E {
        String before = instance.users().enter(name);
        try {
            action.run();
        } finally {
            instance.users().leave(before);
        }
    }

    /**
     * As {@link #asUser(String, ThrowingRunnable)}, with a value.
     *
     * @param <T> what the action returns
     * @param <E> what the action throws
     * @param name the user, such as a tenant; cut to 256 characters, its last ones a hash
     * @param action run once, by this thread
     * @return what {@code action} returned
     * @throws E what {@code action} threw
     */
    public <T extends @Nullable Object, E extends Exception> T asUser(String name, ThrowingSupplier<T, E> action)
            throws E {
        String before = instance.users().enter(name);
        try {
            return action.get();
        } finally {
            instance.users().leave(before);
        }
    }

    /**
     * Runs {@code action}; what this thread executes meanwhile is counted to the origin {@code name}, on any connection of
     * this instance. An origin says who in the code executes, such as {@code GET /orders/{id}} or {@code nightly-invoices}: a
     * few names, so a pattern rather than a path. Each statement keeps its figures apart for four origins and has all others
     * together; an instance keeps 1,000 names.
     *
     * <p>Scopes nest; the inner one counts. A scope ends with the action, however that ends. It belongs to this thread alone, which may be a virtual one. A task that the action hands to another thread takes {@link #origin()} along and opens a scope of its own. An execution, and the reading of its result set, is its begin's origin's.
     *
     * @param <E> what the action throws
     * @param name the origin; cut to 256 characters, its last ones a hash, empty for none
     * @param action run once, by this thread
     * @throws E what {@code action} threw
     */
    public <E extends Exception> void withOrigin(String name, ThrowingRunnable<E> action) throws E {
        OriginScope entered = instance.origins().enter(name);
        try {
            action.run();
        } finally {
            instance.origins().leave(entered);
        }
    }

    /**
     * As {@link #withOrigin(String, ThrowingRunnable)}, with a value.
     *
     * @param <T> what the action returns
     * @param <E> what the action throws
     * @param name the origin; cut to 256 characters, its last ones a hash, empty for none
     * @param action run once, by this thread
     * @return what {@code action} returned
     * @throws E what {@code action} threw
     */
    public <T extends @Nullable Object, E extends Exception> T withOrigin(String name, ThrowingSupplier<T, E> action)
            throws E {
        OriginScope entered = instance.origins().enter(name);
        try {
            return action.get();
        } finally {
            instance.origins().leave(entered);
        }
    }

    /**
     * As {@link #withOrigin(String, ThrowingRunnable)}, for frameworks that tell of a begin and an end rather than run an action.
     *
     * @param name the origin; cut to 256 characters, its last ones a hash, empty for none
     * @return closing it, on the same thread, ends the scope; scopes end in the opposite order
     */
    public AutoCloseable enterOrigin(String name) {
        OriginScope entered = instance.origins().enter(name);
        return () -> instance.origins().leave(entered);
    }

    /** {@return the origin of the scope that this thread is in, to be handed to another thread; empty outside of scopes} */
    public String origin() {
        return instance.origins().name();
    }

    /**
     * {@return what the request units of a statement are made of: blocks, log, time and statements with their factors where
     * they were calculated or estimated, the figure alone where a server told it; empty where none are known}
     *
     * @param digest 64 hexadecimal digits; rows of several schemas are added up
     * @throws IllegalArgumentException if no row has this digest
     */
    public List<RuTerm> explainRu(String digest) {
        return instance.explainRu(digest);
    }

    /** Returns the parts behind this handle. */
    Instance instance() {
        return instance;
    }

    /** Returns what connects to databases. */
    TimedConnects connects() {
        return instance.connects();
    }

    /**
     * Ends accounting, sends what is not reported yet, removes the MBeans and closes the SQL tables; a second call does
     * nothing. Report files, and consumers of the application's, have 10 seconds to take the last reports, subscribers and
     * agents one second in all, and none where the last report failed. Where the process ends without a close, consumers
     * have no more than that either.
     */
    @Override
    public void close() {
        Instances.ofDriver().forget(instance);
        instance.close();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Tollbooth that && instance == that.instance;
    }

    @Override
    public int hashCode() {
        return instance.hashCode();
    }

    @Override
    public String toString() {
        return "Tollbooth " + name();
    }

    /** Describes a new instance. Not thread-safe. */
    public static final class Builder {

        private final Map<String, String> explicit = new LinkedHashMap<>();
        private SettingSources sources = SettingSources.ofThisJvm();
        private boolean ofFramework;

        private Builder() {}

        /**
         * Sets {@code key}, with or without {@code tollbooth.} before it, to {@code value}.
         *
         * @param key a setting of the guide's settings page, such as {@code name}
         * @param value as it would be written in a settings file
         * @return this builder
         */
        public Builder setting(String key, String value) {
            explicit.put(key, value);
            return this;
        }

        /**
         * Sets what a framework has read for the application. It wins over system properties and environment variables, as
         * the framework has looked there; what is wrong in it is not refused but ignored, with a warning. The instance has its
         * MBeans a second after it was made, as that of a URL has: the application's start does not wait for them.
         *
         * @param place what the warning calls it, such as {@code application.properties}
         * @param settings keys with {@code tollbooth.} before them, and {@code service.name}, which reports call the application
         *     by where OpenTelemetry's variables name none; others are not looked at
         * @return this builder
         */
        public Builder settings(String place, Map<String, String> settings) {
            sources = sources.with(new FrameworkSettings(place, settings));
            ofFramework = true;
            return this;
        }

        /**
         * Makes the instance, and registers its MBeans, unless it is {@linkplain #settings a framework's}.
         *
         * @return one that nobody else has; close it
         * @throws SettingsException if a key set here is unknown or its value bad: names both, and what is allowed
         */
        public Tollbooth build() {
            Instance made = Instances.ofDriver()
                    .make(TypedSettings.of(explicit), sources)
                    .openPorts();
            return new Tollbooth(ofFramework ? made : made.complete());
        }
    }
}
