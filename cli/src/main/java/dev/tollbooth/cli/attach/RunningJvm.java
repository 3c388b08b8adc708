package dev.tollbooth.cli.attach;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the MBeans of a JVM: this one, another one of this user on this machine, or one at a URL.
 *
 * <p>A connection to another JVM on this machine uses the attach interface and that JVM's local management agent. The
 * agent is started if necessary. It listens on loopback only, until that JVM ends.
 *
 * <p>Not thread-safe.
 */
public final class RunningJvm implements AutoCloseable {

    /** The maximum number of rows that an MBean returns. */
    public static final int MAX_ROWS = 200;

    private static final String JMX_URL = "service:jmx:";

    private final @Nullable JMXConnector connector; // null for this JVM itself
    private final MBeanServerConnection server;
    private final String place;

    private RunningJvm(@Nullable JMXConnector connector, MBeanServerConnection server, String place) {
        this.connector = connector;
        this.server = server;
        this.place = place;
    }

    private static RunningJvm of(JMXConnector connector, String place) throws IOException {
        return new RunningJvm(connector, connector.getMBeanServerConnection(), place);
    }

    /** Returns a connection to this JVM itself. */
    public static RunningJvm self() {
        return new RunningJvm(null, ManagementFactory.getPlatformMBeanServer(), "this process");
    }

    /** Returns whether {@code place} is the URL of a JVM's MBeans rather than a process id. */
    public static boolean isUrl(String place) {
        return place.startsWith(JMX_URL);
    }

    /**
     * Attaches to the JVM with the process id or {@code service:jmx:} URL {@code place}.
     *
     * @throws IOException if there is no such JVM, or this process may not attach; the message names the remedy
     */
    public static RunningJvm attach(String place) throws IOException {
        return isUrl(place) ? connect(place) : attachTo(place);
    }

    @SuppressWarnings("BanJNDI") // the user's own URL
    private static RunningJvm connect(String url) throws IOException {
        try {
            return of(JMXConnectorFactory.connect(new JMXServiceURL(url)), "url=" + url);
        } catch (IOException | SecurityException e) {
            throw new IOException(
                    "could not connect: url=" + url + ", cause=" + e.getClass().getSimpleName()
                            + "; give one such as service:jmx:rmi:///jndi/rmi://HOST:PORT/jmxrmi",
                    e);
        }
    }

    @SuppressWarnings("BanJNDI") // that JVM's own agent returned this address through the attach interface
    private static RunningJvm attachTo(String pid) throws IOException {
        VirtualMachine machine;
        try {
            machine = VirtualMachine.attach(pid);
        } catch (AttachNotSupportedException | IOException e) {
            throw new IOException(
                    "could not attach: pid=" + pid + "; give the id of a JVM that runs as this user, see jps", e);
        }
        try {
            JMXServiceURL agent = new JMXServiceURL(machine.startLocalManagementAgent());
            return of(JMXConnectorFactory.connect(agent), "pid=" + pid);
        } finally {
            machine.detach();
        }
    }

    /**
     * Returns the names of the MBeans of {@code type}, one for each instance of Tollbooth in the JVM.
     *
     * @throws IOException if there are none
     */
    public List<ObjectName> beans(String type) throws IOException, JMException {
        Set<ObjectName> found = new TreeSet<>(names(type));
        if (found.isEmpty()) {
            throw new IOException("no MBean dev.tollbooth:type=" + type + ": " + place
                    + "; does it use jdbc:tollbooth: URLs or the agent, with tollbooth.jmx=on?");
        }
        return new ArrayList<>(found);
    }

    /** Returns the names of the instances whose MBeans are all registered; empty without Tollbooth. */
    public Set<String> instances() throws IOException, JMException {
        Set<String> names = new TreeSet<>();
        for (ObjectName bean : names("Reporter")) {
            names.add(bean.getKeyProperty("instance"));
        }
        return names;
    }

    private Set<ObjectName> names(String type) throws IOException, JMException {
        ObjectName all = new ObjectName("dev.tollbooth:type=" + type + ",*");
        return answer(() -> server.queryNames(all, null));
    }

    /** A request to the JVM. */
    private interface Request<T> {
        T send() throws IOException, JMException;
    }

    /**
     * Returns the answer of the JVM.
     *
     * @throws IOException if the JVM has ended; the message names it
     */
    private <T> T answer(Request<T> request) throws IOException, JMException {
        try {
            return request.send();
        } catch (IOException e) {
            throw new IOException(
                    "connection lost: " + place + ", cause=" + e.getClass().getSimpleName()
                            + "; the JVM has ended or does not answer, see jps",
                    e);
        }
    }

    /**
     * Calls an operation with texts and whole numbers as arguments; returns its result.
     *
     * @throws IllegalArgumentException if the operation rejects an argument; the message is the operation's
     * @throws IOException if the JVM has ended, or the instance was closed
     */
    public Object call(ObjectName bean, String operation, Object... arguments) throws IOException, JMException {
        String[] signature = new String[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            signature[i] = arguments[i].getClass().getName();
        }
        try {
            return answer(() -> server.invoke(bean, operation, arguments, signature));
        } catch (InstanceNotFoundException e) {
            throw new IOException(
                    "instance closed: instance=" + bean.getKeyProperty("instance") + ", " + place
                            + "; its application has closed it, start it again",
                    e);
        } catch (RuntimeMBeanException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                throw refused;
            }
            throw e;
        }
    }

    /** Returns the value of an attribute. */
    public Object attribute(ObjectName bean, String name) throws IOException, JMException {
        return answer(() -> server.getAttribute(bean, name));
    }

    /** Returns the rows of an attribute that is a table; empty if the instance lacks the attribute or MBean. */
    public List<CompositeData> rows(ObjectName bean, String name) throws IOException, JMException {
        try {
            return rows(attribute(bean, name));
        } catch (InstanceNotFoundException | AttributeNotFoundException e) {
            return List.of();
        }
    }

    /** Returns the rows of a table. */
    public static List<CompositeData> rows(Object table) {
        List<CompositeData> rows = new ArrayList<>();
        ((TabularData) table).values().forEach(row -> rows.add((CompositeData) row));
        return rows;
    }

    /** Returns the name of the MBean of another type of the same instance. */
    public static ObjectName sibling(ObjectName bean, String type) throws JMException {
        return new ObjectName(bean.getDomain() + ":type=" + type + ",instance=" + bean.getKeyProperty("instance"));
    }

    /** Returns a column's value; null if the table lacks the column, or the instance does not know the value. */
    public static @Nullable Object value(CompositeData row, String column) {
        return row.containsKey(column) ? row.get(column) : null;
    }

    /** Closes the connection; the other JVM continues. */
    @Override
    public void close() throws IOException {
        if (connector != null) {
            connector.close();
        }
    }
}
