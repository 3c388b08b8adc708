package dev.tollbooth.internal.instance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.DaemonThread;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.observe.ThreadObservers;
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
 * The instances that URLs use: connections with the same {@code tollbooth.*} settings, as properties or in the URL, share one.
 *
 * <p>Thread-safe: one lock, taken at connect, under which instances are made. A connecting thread waits a second for it, ten if an instance is being made; then the connection is not accounted. At most {@value #MAX_INSTANCES} at a time, so
 * that settings made anew for each connection do not fill the memory; what would be one more accounts for nothing.
 */
public final class Instances implements DriverAction {

    /** Those of the driver: the one place that holds them. */
    private static final Instances OF_DRIVER = new Instances();

    static final int MAX_INSTANCES = 64;

    /** The connection property that names an instance which is there already. */
    public static final String HANDLE = "tollbooth.instance";

    /** A constant: where it is told there may be no memory for a text. */
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

    /** Returns the driver's own. */
    public static Instances ofDriver() {
        return OF_DRIVER;
    }

    /** The observers of threads' executions, in all instances of this JVM. */
    ThreadObservers observers() {
        return observers;
    }

    /** The notices about these instances. */
    public DriverNotices notices() {
        return notices;
    }

    /**
     * Returns the instance of these settings, made at its first use, and anew after a close; one that is off where there are
     * too many others.
     *
     * @throws SettingsException if a setting that was typed is wrong, or {@value #HANDLE} names none that is open
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
     * Returns the instance to show: the open one of these settings, else the open one with their name, or the only one. If none is open, makes one.
     *
     * @throws SettingsException if a setting that was typed is wrong, no open one has the name, or it takes a name to tell
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
        boolean interrupted = false; // the application's: it waits all the same
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

    /** Returns what {@value #HANDLE} is to be, for connections that {@code instance} accounts for until it is closed. */
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

    /** Forgets the handle of {@code instance}, which is closed. */
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
     * @throws SettingsException if a setting that was typed is wrong
     */
    public Instance make(TypedSettings settings) {
        return make(settings, SettingSources.ofThisJvm());
    }

    /**
     * Makes an instance that no URL uses.
     *
     * @throws SettingsException if a setting that was typed is wrong
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

    /** A name stays as long as its instance, whoever else comes or goes: series and MBeans are told apart by it. */
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

    /** Returns all instances of this JVM that account, those that no URL uses too, by name. */
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
     * Connects, accounted by the instance of these settings.
     *
     * @param user the property {@code user}, empty where there is none
     * @param url the driver's own
     * @return the driver's own connection, unaccounted, where the instance could not be made
     * @throws SettingsException if a setting that was typed is wrong
     */
    public @Nullable Connection connect(TypedSettings settings, Connecting<Connection> driver, String user, String url)
            throws SQLException {
        Instance made = orNull(settings);
        if (made == null) {
            return driver.connect();
        }
        TimedConnects connects = made.connects();
        return connects.connect(driver, user, connects.wrapper(url));
    }

    /** Returns the instance, null where it could not be made, which is told. */
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
            // not its message, which may hold anything
            return "its instance could not be made, exception="
                    + failure.getClass().getName() + (trace.length == 0 ? "" : ", at=" + trace[0])
                    + "; please report it";
        } catch (Throwable t) {
            return NO_MEMORY;
        }
    }

    /** Closes and forgets all instances: the driver is deregistered. Returns after 15 seconds, whatever locks other threads hold. */
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
