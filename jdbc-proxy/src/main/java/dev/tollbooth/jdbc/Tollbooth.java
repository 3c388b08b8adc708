package dev.tollbooth.jdbc;

import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.TextNormalizer;
import dev.tollbooth.internal.instance.Instance;
import dev.tollbooth.internal.instance.Instances;
import dev.tollbooth.internal.origin.OriginScope;
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
 * A handle of one instance: the costs of all statements on its connections, and the statements that run now.
 *
 * <p>Thread-safe. Two instances share nothing; the handles that {@link #shared()} returns for the same settings are
 * equal and refer to one instance. Connections outlive {@link #close()} and continue unaccounted.
 */
public final class Tollbooth implements AutoCloseable {

    private static final int MOST_NAME = 64;

    private final Instance instance;

    Tollbooth(Instance instance) {
        this.instance = instance;
    }

    /**
     * Starts the description of a new instance; settings that the builder lacks come from the usual sources.
     *
     * @return a builder without any setting
     */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the instance of {@code jdbc:tollbooth:} URLs without settings of their own} */
    public static Tollbooth shared() {
        return shared(Map.of());
    }

    /**
     * Returns the instance of {@code jdbc:tollbooth:} URLs with these settings in the URL or its properties. The
     * instance's MBeans exist from now on; without this call they are registered a second after the instance's
     * creation.
     *
     * @param settings values by keys with the prefix {@code tollbooth.}
     * @return the instance; one that accounts for nothing if there are 64 others
     * @throws SettingsException if a key is unknown, such as one without {@code tollbooth.}, or a value is wrong
     */
    public static Tollbooth shared(Map<String, String> settings) {
        return new Tollbooth(TollboothDriver.instances()
                .get(TypedSettings.ofProperties(settings))
                .complete());
    }

    /**
     * {@return a normalizer that makes the digests of a dialect with the default options of connections; it needs no
     * instance}
     *
     * @param dialect the dialect of the texts
     */
    public static Normalizer normalizer(SqlDialect dialect) {
        return new TextNormalizer(dialect, DigestOptions.DEFAULT);
    }

    /**
     * {@return the name in MBeans and metrics: {@code tollbooth.name}, with a number if another instance had that name}
     */
    public String name() {
        return instance.name();
    }

    /**
     * {@return a data source that accounts for the connections of {@code dataSource} by this instance}
     *
     * @param dataSource the data source that opens the connections; it is closed with the result, if it can be closed
     */
    public DataSource wrap(DataSource dataSource) {
        return new TollboothDataSource(dataSource, this);
    }

    /**
     * {@return properties for pools that take only a URL and properties: with these, this instance accounts for
     * connections of {@code jdbc:tollbooth:} URLs} After this instance is closed, such connections open unaccounted.
     * Other settings beside these properties are ignored.
     */
    public Map<String, String> connectionProperties() {
        return Map.of(Instances.HANDLE, Instances.ofDriver().handle(instance));
    }

    /** {@return the figures of all statements} */
    public Statements statements() {
        return instance.statements();
    }

    /**
     * {@return advice for the application, the greatest saving first} Advice considers all executions since the last
     * reset.
     */
    public List<Advice> advice() {
        return instance.statements().advice();
    }

    /** {@return the statements that run now, the longest running first} */
    public List<RunningStatement> running() {
        return instance.sessions().list();
    }

    /**
     * Cancels the execution with this {@link RunningStatement#id}, if it still runs, and never a later one.
     *
     * @param id the identity of an execution in {@link #running}; an unknown or ended one cancels nothing
     * @return whether a cancel was sent
     * @throws Exception if the driver's cancel throws
     */
    public boolean cancel(String id) throws Exception {
        return instance.sessions().cancel(id);
    }

    /**
     * Shows the memory of {@code provider} beside Tollbooth's own, and counts it towards {@code
     * tollbooth.memory.limit}; near the limit, Tollbooth's parts shrink.
     *
     * @param name the name of its node below {@code application}, 1 to 64 characters; providers with the same name
     *     share a node
     * @param provider the provider, which reports its memory each second
     * @return an object whose {@code close} removes the provider
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
     * {@return the bytes of heap that each node of the memory tree owns now, without its children} A key is a path,
     * such as {@code accounting/digest cache}, and parents come before their children. With {@code
     * tollbooth.memory.query-limit}, each running statement has a node below {@code proxy/running queries}, which is
     * the application's memory. The setting {@code tollbooth.memory.limit} bounds the sum of all other values. The map
     * is immutable.
     */
    public Map<String, Long> memory() {
        return instance.memory();
    }

    /**
     * {@return a new connection to the SQL tables, which are opened at the first call and close with this instance}
     *
     * @throws SQLException if H2 is not on the class path or its version is unsuitable, or this instance is closed
     */
    public Connection connectToTables() throws SQLException {
        return instance.sqlTables().connect();
    }

    /**
     * Passes {@code consumer} each later report, on a thread of its own, until the result is closed. While there is a
     * consumer, request units are collected by user and statement.
     *
     * @param consumer the receiver of the reports; if it is slow or throws, only its own reports are lost
     * @param interval the longest acceptable interval of an item; the shortest interval of all consumers is used
     * @return an object whose {@code close} ends the subscription
     * @throws IllegalStateException if there are ten consumers already, or this instance is closed
     */
    public AutoCloseable subscribe(ReportConsumer consumer, ItemInterval interval) {
        return instance.subscribe(consumer, interval);
    }

    /**
     * Runs {@code action}, and accounts this thread's executions during it to the user {@code name}, on all connections
     * of this instance.
     *
     * <p>Scopes nest; the inner one counts. A scope ends with the action, even if it throws. It belongs to this thread
     * alone, which may be a virtual one. A task that the action passes to another thread needs a scope of its own. An
     * execution and the reading of its result set belong to the user at its begin.
     *
     * @param <E> the type of exception that the action throws
     * @param name the user, such as a tenant; cut to 256 characters that end with a hash
     * @param action the action, run once by this thread
     * @throws E if {@code action} throws
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
     * Runs {@code action} as {@link #asUser(String, ThrowingRunnable)} does, and returns its value.
     *
     * @param <T> the type of the value
     * @param <E> the type of exception that the action throws
     * @param name the user, such as a tenant; cut to 256 characters that end with a hash
     * @param action the action, run once by this thread
     * @return the value of {@code action}
     * @throws E if {@code action} throws
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
     * Runs {@code action}, and counts this thread's executions during it for the origin {@code name}, on all
     * connections of this instance. An origin names a part of the application, such as {@code GET /orders/{id}} or
     * {@code nightly-invoices}. Use few names: a pattern rather than a path. Each statement keeps figures for four
     * origins and adds up all others; an instance keeps 1,000 names.
     *
     * <p>Scopes nest; the inner one counts. A scope ends with the action, even if it throws. It belongs to this thread
     * alone, which may be a virtual one. A task that the action passes to another thread needs a scope of its own, with
     * the name from {@link #origin()}. An execution and the reading of its result set belong to the origin at its
     * begin.
     *
     * @param <E> the type of exception that the action throws
     * @param name the origin; cut to 256 characters that end with a hash, empty for none
     * @param action the action, run once by this thread
     * @throws E if {@code action} throws
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
     * Runs {@code action} as {@link #withOrigin(String, ThrowingRunnable)} does, and returns its value.
     *
     * @param <T> the type of the value
     * @param <E> the type of exception that the action throws
     * @param name the origin; cut to 256 characters that end with a hash, empty for none
     * @param action the action, run once by this thread
     * @return the value of {@code action}
     * @throws E if {@code action} throws
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
     * Begins a scope as {@link #withOrigin(String, ThrowingRunnable)} does, for frameworks that report begin and end
     * instead of running an action.
     *
     * @param name the origin; cut to 256 characters that end with a hash, empty for none
     * @return an object whose {@code close}, on the same thread, ends the scope; scopes end in the opposite order
     */
    public AutoCloseable enterOrigin(String name) {
        OriginScope entered = instance.origins().enter(name);
        return () -> instance.origins().leave(entered);
    }

    /** {@return the origin of this thread's scope, to be passed to another thread; empty outside of scopes} */
    public String origin() {
        return instance.origins().name();
    }

    /**
     * {@return the terms of a statement's request units; empty if none are known} Calculated or estimated figures have
     * terms for blocks, log, time and statements. A figure that a server reported is one term.
     *
     * @param digest the digest, 64 hexadecimal digits; rows of several schemas are added up
     * @throws IllegalArgumentException if no row has this digest
     */
    public List<RuTerm> explainRu(String digest) {
        return instance.explainRu(digest);
    }

    /** Returns the instance behind this handle. */
    Instance instance() {
        return instance;
    }

    /**
     * Ends accounting, sends unreported figures, removes the MBeans and closes the SQL tables; a second call does
     * nothing. Report files and the application's consumers have 10 seconds for the last reports. Subscribers and
     * agents have one second in all, and none if the last report failed. If the process ends without a close, consumers
     * have that second only.
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

    /** A builder of a new instance. Not thread-safe. */
    public static final class Builder {

        private final Map<String, String> explicit = new LinkedHashMap<>();
        private SettingSources sources = SettingSources.ofThisJvm();
        private boolean ofFramework;

        private Builder() {}

        /**
         * Sets {@code key}, with or without the prefix {@code tollbooth.}, to {@code value}.
         *
         * @param key a setting of the guide's settings page, such as {@code name}
         * @param value the value as in a settings file
         * @return this builder
         */
        public Builder setting(String key, String value) {
            explicit.put(key, value);
            return this;
        }

        /**
         * Adds the settings that a framework has read for the application. They win over system properties and
         * environment variables, which the framework has read too. Wrong settings are ignored with a warning, not
         * rejected. The instance registers its MBeans a second after its creation, so that the application's start does
         * not wait for them.
         *
         * @param place the name of the place in a warning, such as {@code application.properties}
         * @param settings values by keys with the prefix {@code tollbooth.}, and {@code service.name}, which names the
         *     application in reports unless OpenTelemetry's variables do; others are ignored
         * @return this builder
         */
        public Builder settings(String place, Map<String, String> settings) {
            sources = sources.with(place, settings);
            ofFramework = true;
            return this;
        }

        /**
         * Makes the instance, and registers its MBeans unless a framework's {@link #settings} were added.
         *
         * @return a new instance, which the caller closes
         * @throws SettingsException if a key set here is unknown or its value wrong; the message has both, and the
         *     allowed values
         */
        public Tollbooth build() {
            Instance made = Instances.ofDriver()
                    .make(TypedSettings.of(explicit), sources)
                    .openPorts();
            return new Tollbooth(ofFramework ? made : made.complete());
        }
    }
}
