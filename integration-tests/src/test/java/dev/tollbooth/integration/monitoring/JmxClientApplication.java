package dev.tollbooth.integration.monitoring;

import com.sun.tools.attach.VirtualMachine;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import javax.management.Attribute;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * A program like JConsole, in a JVM without Tollbooth's classes: it attaches to another JVM and prints all values of
 * the MBeans.
 */
final class JmxClientApplication {
    private JmxClientApplication() {}

    /**
     * Runs the client.
     *
     * @param arguments a process id, an instance's name, and a part of the text of a statement to show in detail
     */
    public static void main(String[] arguments) throws Exception {
        VirtualMachine machine = VirtualMachine.attach(arguments[0]);
        JMXServiceURL url = new JMXServiceURL(machine.startLocalManagementAgent());
        machine.detach();
        try (JMXConnector connector = JMXConnectorFactory.connect(url)) {
            MBeanServerConnection beans = connector.getMBeanServerConnection();
            printAll(beans, arguments[1]);
            printStatement(beans, arguments[1], arguments[2]);
            switchOffAndOn(beans, arguments[1]);
        }
    }

    private static void printAll(MBeanServerConnection beans, String instance) throws Exception {
        for (ObjectName name : beans.queryNames(new ObjectName("dev.tollbooth:*,instance=" + instance), null)) {
            String type = name.getKeyProperty("type");
            for (MBeanAttributeInfo attribute : beans.getMBeanInfo(name).getAttributes()) {
                Object value = beans.getAttribute(name, attribute.getName());
                System.out.println(type + '.' + attribute.getName() + " = " + text(value));
            }
        }
    }

    private static String text(Object value) {
        if (value instanceof TabularData table) {
            return "table by " + table.getTabularType().getIndexNames() + " with " + table.size() + " rows";
        }
        return value.getClass().getSimpleName() + ' ' + value;
    }

    private static void printStatement(MBeanServerConnection beans, String instance, String part) throws Exception {
        ObjectName statements = new ObjectName("dev.tollbooth:type=Statements,instance=" + instance);
        for (Object row : ((TabularData) beans.getAttribute(statements, "Top")).values()) {
            CompositeData cells = (CompositeData) row;
            String digest = (String) cells.get("digest");
            String text = (String) invoke(beans, statements, "text", digest);
            if (text.contains(part)) {
                Map<String, Object> sorted = new TreeMap<>();
                cells.getCompositeType().keySet().forEach(key -> sorted.put(key, cells.get(key)));
                sorted.forEach((key, value) -> System.out.println("statement." + key + " = " + value));
                System.out.println("statement.text = " + text);
                TabularData histogram =
                        (TabularData) invoke(beans, statements, "histogram", (String) cells.get("schema"), digest);
                System.out.println("histogram rows = " + histogram.size());
            }
        }
    }

    private static void switchOffAndOn(MBeanServerConnection beans, String instance) throws Exception {
        ObjectName control = new ObjectName("dev.tollbooth:type=Control,instance=" + instance);
        beans.setAttribute(control, new Attribute("Enabled", false));
        System.out.println("switched off: " + beans.getAttribute(control, "Enabled"));
        beans.setAttribute(control, new Attribute("Enabled", true));
        System.out.println("switched on: " + beans.getAttribute(control, "Enabled"));
    }

    private static Object invoke(MBeanServerConnection beans, ObjectName name, String operation, String... given)
            throws Exception {
        String[] types = new String[given.length];
        Arrays.fill(types, String.class.getName());
        return beans.invoke(name, operation, given, types);
    }
}
