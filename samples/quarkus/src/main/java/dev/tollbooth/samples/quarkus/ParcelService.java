package dev.tollbooth.samples.quarkus;

import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/** An application that takes fifty parcels, prints the figures of Tollbooth's MBeans, and ends. */
@QuarkusMain
public final class ParcelService implements QuarkusApplication {
    private final Parcels parcels;

    /** Makes the application for Quarkus. */
    @Inject
    public ParcelService(Parcels parcels) {
        this.parcels = parcels;
    }

    @Override
    public int run(String... arguments) throws Exception {
        parcels.takeIn();
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        long counted = 0;
        for (ObjectName statements : tables(beans)) {
            counted += (long) beans.getAttribute(statements, "Count");
            print(beans, statements);
        }
        System.out.println("sent=" + Parcels.STATEMENTS + " counted=" + counted);
        return 0;
    }

    /**
     * Returns the MBeans of the statement tables, one for each data source. They are registered a second after its
     * first connection, so that an application's start does not wait for them.
     */
    private static Set<ObjectName> tables(MBeanServer beans) throws JMException, InterruptedException {
        ObjectName names = new ObjectName("dev.tollbooth:type=Statements,*");
        for (int tries = 0; tries < 100 && beans.queryNames(names, null).size() < 2; tries++) {
            Thread.sleep(50);
        }
        return beans.queryNames(names, null);
    }

    private static void print(MBeanServer beans, ObjectName statements) throws JMException {
        for (Object each : ((TabularData) beans.getAttribute(statements, "Top")).values()) {
            CompositeData row = (CompositeData) each;
            Object text = beans.invoke(
                    statements, "text", new Object[] {row.get("digest")}, new String[] {String.class.getName()});
            System.out.printf("%-8s %5s  %s%n", statements.getKeyProperty("instance"), row.get("COUNT_STAR"), text);
        }
    }
}
