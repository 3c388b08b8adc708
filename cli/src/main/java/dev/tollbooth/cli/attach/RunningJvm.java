package dev.tollbooth.cli.attach;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Another JVM of this machine and user, reached through the attach interface and its local management agent, which is
 * started if need be: it listens on loopback only, until that JVM ends.
 *
 * <p>Not thread-safe.
 */
public final class RunningJvm implements AutoCloseable {

    private final JMXConnector connector;
    private final MBeanServerConnection server;
    private final String pid;

    private RunningJvm(JMXConnector connector, String pid) throws IOException {
        this.connector = connector;
        this.server = connector.getMBeanServerConnection();
        this.pid = pid;
    }

    /**
     * Attaches to the JVM with process id {@code pid}.
     *
     * @throws IOException if there is none, or it is not ours to attach to: says what to check
     */
    @SuppressWarnings("BanJNDI") // the address is what that JVM's own agent gave through the attach interface
    public static RunningJvm attach(String pid) throws IOException {
        VirtualMachine machine;
        try {
            machine = VirtualMachine.attach(pid);
        } catch (AttachNotSupportedException | IOException e) {
            throw new IOException(
                    "could not attach: pid=" + pid + "; give the id of a JVM that runs as this user, see jps", e);
        }
        try {
            JMXServiceURL agent = new JMXServiceURL(machine.startLocalManagementAgent());
            return new RunningJvm(JMXConnectorFactory.connect(agent), pid);
        } finally {
            machine.detach();
        }
    }

    /**
     * Returns the MBeans of {@code type}, one for each instance of Tollbooth there.
     *
     * @throws IOException if there are none
     */
    public List<ObjectName> beans(String type) throws IOException, JMException {
        Set<ObjectName> found =
                new TreeSet<>(server.queryNames(new ObjectName("dev.tollbooth:type=" + type + ",*"), null));
        if (found.isEmpty()) {
            throw new IOException("no MBean dev.tollbooth:type=" + type + ": pid=" + pid
                    + "; is its driver jdbc:tollbooth:, with tollbooth.jmx=on?");
        }
        return new ArrayList<>(found);
    }

    /** Calls an operation that takes texts and whole numbers. */
    public Object call(ObjectName bean, String operation, Object... arguments) throws IOException, JMException {
        String[] signature = new String[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            signature[i] = arguments[i].getClass().getName();
        }
        return server.invoke(bean, operation, arguments, signature);
    }

    /** Returns the value of an attribute. */
    public Object attribute(ObjectName bean, String name) throws IOException, JMException {
        return server.getAttribute(bean, name);
    }

    /** Ends the connection; the other JVM goes on. */
    @Override
    public void close() throws IOException {
        connector.close();
    }
}
