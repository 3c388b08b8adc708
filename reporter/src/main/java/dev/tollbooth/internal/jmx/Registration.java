package dev.tollbooth.internal.jmx;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.jmx.ExposedInstance.ExposedMemory;
import dev.tollbooth.internal.report.Reporter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.DynamicMBean;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanRegistrationException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The MBeans of one instance in one server, {@code dev.tollbooth:type=T,instance=NAME}.
 *
 * <p>Thread-safe.
 */
public final class Registration implements AutoCloseable {

    private static final int MAX_SUFFIX = 1_000;

    private final MBeanServer server;
    private final String instanceName;
    private final List<ObjectName> names;

    private Registration(MBeanServer server, String instanceName, List<ObjectName> names) {
        this.server = server;
        this.instanceName = instanceName;
        this.names = List.copyOf(names);
    }

    /**
     * Registers the MBeans of {@code instance} under {@code name}. If the name is taken, uses {@code name-2}, {@code
     * name-3} and so on, and logs that.
     *
     * @throws JMException if the server rejects them for another reason, or if all names up to {@code name-999} are
     *     taken
     */
    public static Registration register(MBeanServer server, String name, ExposedInstance instance) throws JMException {
        Map<String, DynamicMBean> beans = beans(instance);
        for (int suffix = 1; suffix < MAX_SUFFIX; suffix++) {
            String free = suffix == 1 ? name : name + "-" + suffix;
            List<ObjectName> done = new ArrayList<>();
            try {
                for (Map.Entry<String, DynamicMBean> bean : beans.entrySet()) {
                    ObjectName objectName = objectName(bean.getKey(), free);
                    server.registerMBean(bean.getValue(), objectName);
                    done.add(objectName);
                }
            } catch (InstanceAlreadyExistsException e) {
                unregister(server, done);
                continue;
            } catch (JMException | RuntimeException e) {
                unregister(server, done);
                throw e;
            }
            if (suffix > 1) {
                Log.info("MBean name is taken: instance=" + name + ", registered as instance=" + free
                        + "; set tollbooth.name to distinguish instances");
            }
            return new Registration(server, free, done);
        }
        throw new InstanceAlreadyExistsException("every MBean name is taken: instance=" + name + " to " + name + "-"
                + (MAX_SUFFIX - 1) + "; set tollbooth.name");
    }

    private static Map<String, DynamicMBean> beans(ExposedInstance instance) {
        InstanceFacts facts = instance.facts();
        int rows = facts.topRows();
        Map<String, DynamicMBean> beans = new LinkedHashMap<>();
        beans.put("Statements", StatementsMBean.of(instance, rows));
        beans.put("ActiveStatements", ActiveStatementsMBean.of(instance.sessions(), instance.failures(), rows));
        beans.put("Advice", InstanceMBeans.advice(instance.statements()));
        beans.put("Control", InstanceMBeans.control(instance));
        beans.put("Settings", InstanceMBeans.settings(facts.settings(), facts.ignoredSettings()));
        ExposedMemory memory = instance.memory();
        if (memory != null) {
            beans.put("Memory", MemoryMBean.of(memory));
        }
        if (!instance.budgets().isEmpty()) {
            beans.put("Budgets", InstanceMBeans.budgets(instance.budgets()));
        }
        Reporter reporter = instance.reporter();
        if (reporter != null) {
            beans.put(TopRuMBean.TYPE, TopRuMBean.of(reporter, rows));
            beans.put("Reporter", ReporterMBean.of(reporter));
        }
        return beans;
    }

    private static ObjectName objectName(String type, String instance) throws JMException {
        boolean plain = instance.matches("[^,=:\"*?\n]*");
        return new ObjectName(
                "dev.tollbooth:type=" + type + ",instance=" + (plain ? instance : ObjectName.quote(instance)));
    }

    /** Returns the MBeans' instance name, with its suffix if there is one. */
    public String instanceName() {
        return instanceName;
    }

    /** Unregisters the MBeans; a second call does nothing. */
    @Override
    public void close() {
        unregister(server, names);
    }

    private static void unregister(MBeanServer server, List<ObjectName> names) {
        for (ObjectName name : names) {
            try {
                server.unregisterMBean(name);
            } catch (InstanceNotFoundException ignored) {
                // another party has unregistered it
            } catch (MBeanRegistrationException e) {
                Log.warning("could not unregister an MBean: name=" + name);
            }
        }
    }
}
