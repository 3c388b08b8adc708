package dev.tollbooth.jdbc;

import dev.tollbooth.reporter.jmx.Registration;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/** Makes two instances where there is no MBean server yet, and looks for the MBeans of both. */
final class TwoInstancesMain {

    private TwoInstancesMain() {}

    public static void main(String[] args) throws Exception {
        loadClasses();
        try (Tollbooth first = Tollbooth.builder().setting("name", "first").build();
                Tollbooth second = Tollbooth.builder().setting("name", "second").build()) {
            // not by ManagementFactory, which would wait for them
            MBeanServer server = MBeanServerFactory.findMBeanServer(null).get(0);
            for (Tollbooth made : new Tollbooth[] {first, second}) {
                String name = made.settings().name();
                System.out.println(name + "="
                        + server.isRegistered(new ObjectName("dev.tollbooth:type=Control,instance=" + name)));
            }
        }
    }

    /** With them, on a busy machine, to register would take longer than the second that an instance waits for it. */
    private static void loadClasses() throws Exception {
        try (Tollbooth loading = Tollbooth.builder().setting("jmx", "off").build()) {
            MBeanServer notTheJvms = MBeanServerFactory.newMBeanServer();
            Registration.register(notTheJvms, "loading", loading.readers().exposed(0))
                    .close();
        }
    }
}
