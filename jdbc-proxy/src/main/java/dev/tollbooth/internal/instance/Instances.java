package dev.tollbooth.internal.instance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.DaemonThread;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.observe.ThreadObservers;
import dev.tollbooth.internal.proxy.Connecting;
import dev.tollbooth.internal.proxy.ConnectionWrapper;
import dev.tollbooth.internal.settings.ErrorText;
import dev.tollbooth.internal.settings.Setting;
import dev.tollbooth.internal.settings.SettingSources;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.internal.settings.TypedSettings;
import dev.tollbooth.jdbc.SettingsException;
import java.sql.Connection;
import java.sql.DriverAction;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The instances of URLs: connections with the same {@code tollbooth.*} settings, as properties or in the URL, share an
 * instance.
 *
 * <p>Thread-safe by one lock, taken at connect, under which instances are created. A connecting thread waits a second
 * for the lock, ten if an instance is being created; after that time its connection is not accounted. There are at most
 * {@value #MAX_INSTANCES} instances at a time, so that settings that differ for each connection don't fill the memory.
 * Connections with further settings are not accounted.
 */
public final class Instances implements DriverAction {

    /** The instances of this JVM; only tests make others. */
    private static final Instances OF_DRIVER = new Instances();

    static final int MAX_INSTANCES = 64;

    /** The key of the connection property that identifies an existing instance. */
    public static final String HANDLE = "tollbooth.instance";

    /** The reason for a connection without an instance; a constant, because there may be no memory for another text. */
    private static final String NO_MEMORY = "its instance could not be made; raise the limits of memory or of threads";

    private final ThreadObservers observers = new ThreadObservers();
    private final DriverNotices notices = new DriverNotices();
    private final Map<String, Instance> byHandle = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean making; // written under lock

    @GuardedBy("lock")
    private final Map<Map<String, String>, Instance> bySettings = new HashMap<>();

    @GuardedBy("lock")
    private long handles;

    @GuardedBy("lock")
    private @Nullable Instance off;

    private final Set<Instance> open = Collections.newSetFromMap(new WeakHashMap<>()); // guarded by itself

    /** Returns the driver's instances. */
    public static Instances ofDriver() {
        return OF_DRIVER;
    }

    /** Returns the observers of threads, for all instances of this JVM. */
    ThreadObservers observers() {
        return observers;
    }

    /** Returns the notices about these instances. */
    public DriverNotices notices() {
        return notices;
    }

    /**
     * Returns the instance of these settings, created on first use and again after a close. Returns an instance that is
     * off if there are too many.
     *
     * @throws SettingsException if a setting in the code is wrong, or {@value #HANDLE} names no open instance
     */
    public Instance get(TypedSettings settings) {
        String handle = settings.code().get(HANDLE);
        if (handle == null) {
            return known(settings).openPorts();
        }
        Instance handed = handed(handle);
        if (handed == null) {
            throw new SettingsException(noInstance(handle));
        }
        return handed;
    }

    /**
     * Returns the instance to show: the open instance of these settings, else the open instance with the name in the
     * settings. Without a name, returns the only open instance. If none is open, creates one.
     *
     * @throws SettingsException if a setting in the code is wrong, no open instance has the name, or several need a
     *     name
     */
    public Instance shown(TypedSettings settings) {
        Map<String, String> key = settings.key();
        List<Instance> all = open();
        if (all.isEmpty() || isOpen(key) || !Set.of(Setting.NAME.key).containsAll(key.keySet())) {
            return get(settings);
        }
        String name = key.get(Setting.NAME.key);
        List<Instance> meant = all.stream()
                .filter(instance -> name == null || instance.name().equals(name))
                .toList();
        if (meant.size() == 1) {
            return meant.get(0);
        }
        String names = all.stream().map(Instance::name).collect(Collectors.joining(", "));
        throw new SettingsException(
                name == null
                        ? "several instances are open: " + names + "; name one with " + Setting.NAME.key
                        : "no open instance: " + Setting.NAME.key + "=" + ErrorText.value(name) + "; open are "
                                + names);
    }

    private boolean isOpen(Map<String, String> key) {
        lock();
        try {
            Instance known = bySettings.get(key);
            return known != null && !known.isClosed();
        } finally {
            lock.unlock();
        }
    }

    private void lock() {
        boolean interrupted = false; // kept for the application; the wait goes on
        long begin = System.nanoTime();
        try {
            while (true) {
                long waited = System.nanoTime() - begin;
                long most = TimeUnit.SECONDS.toNanos(making ? 10 : 1);
                try {
                    if (lock.tryLock(most - waited, TimeUnit.NANOSECONDS)) {
                        return;
                    }
                    if (System.nanoTime() - begin >= TimeUnit.SECONDS.toNanos(making ? 10 : 1)) {
                        break;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        throw new IllegalStateException(
                "instances are locked: waited=1s; another thread holds the lock of Tollbooth's driver");
    }

    /** Returns the value of {@value #HANDLE} for connections of {@code instance}, valid until it is closed. */
    public String handle(Instance instance) {
        lock();
        try {
            for (Map.Entry<String, Instance> entry : byHandle.entrySet()) {
                if (entry.getValue() == instance) {
                    return entry.getKey();
                }
            }
            String handle = instance.settings().name() + "." + ++handles;
            byHandle.put(handle, instance);
            return handle;
        } finally {
            lock.unlock();
        }
    }

    /** Drops the handle of the closed {@code instance}. */
    public void forget(Instance instance) {
        byHandle.values().remove(instance);
    }

    private @Nullable Instance handed(String handle) {
        Instance handed = byHandle.get(handle);
        return handed == null || handed.isClosed() ? null : handed;
    }

    private static String noInstance(String handle) {
        return "no open instance: " + HANDLE + "=" + ErrorText.value(handle)
                + "; take the connection properties of a Tollbooth that is not closed";
    }

    private Instance known(TypedSettings settings) {
        lock();
        try {
            return knownOrMade(settings);
        } finally {
            making = false;
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private Instance knownOrMade(TypedSettings settings) {
        Map<String, String> key = settings.key();
        Instance known = bySettings.get(key);
        if (known != null && !known.isClosed()) {
            return known;
        }
        making = true;
        if (known == null && bySettings.size() == MAX_INSTANCES) {
            bySettings.values().removeIf(Instance::isClosed);
        }
        if (known == null && bySettings.size() == MAX_INSTANCES) {
            notices.unaccounted("instances=" + MAX_INSTANCES + ", each of a different set of tollbooth.* settings in"
                    + " properties or URL; give similar connections the same ones, or close unused instances");
            return off();
        }
        Instance fresh = make(settings);
        bySettings.put(key, fresh);
        return fresh;
    }

    @GuardedBy("lock")
    private Instance off() {
        Instance known = off;
        if (known == null || known.isClosed()) {
            known = make(TypedSettings.of(Map.of(Setting.ENABLED.key, "off")));
            off = known;
        }
        return known;
    }

    /**
     * Makes an instance that no URL uses.
     *
     * @throws SettingsException if a setting in the code is wrong
     */
    public Instance make(TypedSettings settings) {
        return make(settings, SettingSources.ofThisJvm());
    }

    /**
     * Makes an instance that no URL uses, with its own sources of settings.
     *
     * @throws SettingsException if a setting in the code is wrong
     */
    public Instance make(TypedSettings settings, SettingSources sources) {
        Settings loaded = Settings.load(settings, sources);
        notices.ignored(loaded.ignored());
        synchronized (open) {
            open.removeIf(Instance::isClosed);
            Instance made = new Instance(loaded, freeName(loaded));
            open.add(made);
            return made;
        }
    }

    /** Returns an unused name. An instance keeps its name, because series and MBeans are identified by it. */
    private String freeName(Settings settings) {
        String name = settings.name();
        String free = name;
        Set<String> taken =
                settings.enabled() ? open().stream().map(Instance::name).collect(Collectors.toSet()) : Set.of();
        for (int suffix = 2; taken.contains(free); suffix++) {
            free = name + "-" + suffix;
        }
        return free;
    }

    /** Returns all instances of this JVM that account, sorted by name, including those that no URL uses. */
    public List<Instance> open() {
        synchronized (open) {
            return open.stream()
                    .filter(instance ->
                            !instance.isClosed() && instance.settings().enabled())
                    .sorted(Comparator.comparing(Instance::name))
                    .toList();
        }
    }

    /**
     * Opens a connection that the instance of these settings accounts for.
     *
     * @param user the property {@code user}, empty if there is none
     * @param url the driver's own URL
     * @return the driver's own connection, unaccounted, if the instance could not be created
     * @throws SettingsException if a setting in the code is wrong
     */
    public @Nullable Connection connect(TypedSettings settings, Connecting<Connection> driver, String user, String url)
            throws SQLException {
        Instance made = orNull(settings);
        if (made == null) {
            return driver.connect();
        }
        ConnectionWrapper connects = made.connects(url);
        return connects == null ? driver.connect() : connects.connect(driver, user);
    }

    /** Returns the instance; logs the reason and returns null if it could not be created. */
    private @Nullable Instance orNull(TypedSettings settings) {
        String handle = settings.code().get(HANDLE);
        if (handle != null && handed(handle) == null) {
            notices.unaccounted(noInstance(handle));
            return null;
        }
        try {
            return get(settings);
        } catch (SettingsException e) {
            throw e;
        } catch (Throwable t) {
            Failures.throwDeath(t);
            notices.unaccounted(why(t));
            return null;
        }
    }

    private static String why(Throwable failure) {
        try {
            if (failure instanceof VirtualMachineError) {
                return NO_MEMORY;
            }
            StackTraceElement[] trace = failure.getStackTrace();
            // without the message, which may hold anything
            return "its instance could not be made, exception="
                    + failure.getClass().getName() + (trace.length == 0 ? "" : ", at=" + trace[0])
                    + "; please report it";
        } catch (Throwable t) {
            return NO_MEMORY;
        }
    }

    /**
     * Closes and drops all instances of URLs, because the driver is deregistered. Returns after at most 15 seconds,
     * whatever locks other threads hold.
     */
    @Override
    public void deregister() {
        DaemonThread.run(this::closeAll, "tollbooth-close", Instance.CLOSE_PATIENCE_NANOS);
    }

    private void closeAll() {
        List<Instance> all;
        lock.lock();
        try {
            all = List.copyOf(bySettings.values());
            bySettings.clear();
            byHandle.clear();
        } finally {
            lock.unlock();
        }
        all.forEach(Instance::close);
    }
}
