package dev.tollbooth.internal.http;

import java.lang.management.ManagementFactory;
import java.util.Scanner;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The objects of the JDK's HTTP servers in this JVM, by a heap histogram.
 *
 * @param connections the number of connections of servers
 * @param bytes the bytes of all objects
 */
record ServerHeap(long connections, long bytes) {

    private static final long DEADLINE_MILLIS = 20_000;

    /** Collects garbage and counts. */
    static ServerHeap now() throws JMException {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        long connections = 0;
        long bytes = 0;
        try (Scanner lines = new Scanner(histogram)) {
            while (lines.hasNextLine()) {
                String[] words = lines.nextLine().trim().split("\\s+");
                if (words.length > 3 && words[3].equals("sun.net.httpserver.HttpConnection")) {
                    connections = Long.parseLong(words[1]);
                }
                if (words[0].equals("Total")) {
                    bytes = Long.parseLong(words[2]);
                }
            }
        }
        return new ServerHeap(connections, bytes);
    }

    /** Returns the counts once at most {@code most} connections are left, or after twenty seconds. */
    static ServerHeap settled(long most) throws JMException, InterruptedException {
        long end = System.currentTimeMillis() + DEADLINE_MILLIS;
        ServerHeap heap = now();
        while (heap.connections > most && System.currentTimeMillis() < end) {
            Thread.sleep(50);
            heap = now();
        }
        return heap;
    }
}
