package dev.tollbooth.internal.report;

import dev.tollbooth.internal.control.NameLimit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The sender of reports: an instance in a JVM. OpenTelemetry's names and environment variables define it, so that
 * metrics and traces of the same process have the same identity.
 *
 * <p>Thread-safe: immutable.
 *
 * @param serviceName a name such as {@code checkout}; empty if unknown
 * @param serviceVersion a version such as {@code 1.42.0}; empty if unknown
 * @param environment an environment such as {@code production}; empty if unknown
 * @param instance the instance's name within its process, {@code tollbooth.name}
 * @param host the host's name
 * @param processId the process's number on its host
 * @param attributes the other resource attributes by name, including {@code service.instance.id} if it is given
 */
public record ReportResource(
        String serviceName,
        String serviceVersion,
        String environment,
        String instance,
        String host,
        long processId,
        Map<String, String> attributes) {

    /** The attribute that uniquely names one instance of a service. */
    public static final String INSTANCE_ID = "service.instance.id";

    private static final String SERVICE_NAME = "service.name";
    private static final String SERVICE_VERSION = "service.version";
    private static final String ENVIRONMENT = "deployment.environment.name";
    private static final String FORMER_ENVIRONMENT = "deployment.environment";
    private static final String HOST = "host.name";
    private static final String PROCESS_ID = "process.pid";

    /** Cuts the names of service, version, environment and host, and copies the attributes. */
    public ReportResource {
        serviceName = NameLimit.cut(serviceName);
        serviceVersion = NameLimit.cut(serviceVersion);
        environment = NameLimit.cut(environment);
        host = NameLimit.cut(host);
        attributes = Map.copyOf(attributes);
    }

    /** Returns a sender in this process, without a service's name. */
    public static ReportResource ofInstance(String instance) {
        return of(instance, Map.of(), problem -> {});
    }

    /**
     * Returns a sender in this process, as {@code OTEL_SERVICE_NAME} and {@code OTEL_RESOURCE_ATTRIBUTES} describe it.
     *
     * @param instance the instance's name
     * @param environment the environment variables; others are ignored
     * @param problems receives each fault with its remedy; a wrong value is ignored
     */
    public static ReportResource of(String instance, Map<String, String> environment, Consumer<String> problems) {
        SortedMap<String, String> left = new TreeMap<>(ResourceAttributes.of(environment, problems));
        String service = taken(left, SERVICE_NAME, "");
        String named = environment.getOrDefault("OTEL_SERVICE_NAME", "");
        String formerly = taken(left, FORMER_ENVIRONMENT, "");
        return new ReportResource(
                named.isEmpty() ? service : named,
                taken(left, SERVICE_VERSION, ""),
                taken(left, ENVIRONMENT, formerly),
                instance,
                taken(left, HOST, hostName(environment)),
                processId(taken(left, PROCESS_ID, "")),
                left);
    }

    private static String taken(SortedMap<String, String> from, String name, String otherwise) {
        String value = from.remove(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    private static long processId(String given) {
        return given.matches("\\d{1,18}")
                ? Long.parseLong(given)
                : ProcessHandle.current().pid();
    }

    /** Returns a sender with {@code service} as the service's name if this sender has none; else this sender. */
    public ReportResource orOfService(String service) {
        return serviceName.isEmpty()
                ? new ReportResource(service, serviceVersion, environment, instance, host, processId, attributes)
                : this;
    }

    /** Returns a name that is unique in the fleet: {@code service.instance.id}, or else instance, host and process. */
    public String instanceId() {
        String given = attributes.getOrDefault(INSTANCE_ID, "");
        return given.isEmpty() ? instance + "@" + host + ":" + processId : given;
    }

    /** Returns OpenTelemetry's resource attributes. An unknown service has the name that the specification defines. */
    public Map<String, String> otelAttributes() {
        Map<String, String> all = new TreeMap<>(attributes);
        all.put(SERVICE_NAME, serviceName.isEmpty() ? "unknown_service:java" : serviceName);
        all.put(INSTANCE_ID, instanceId());
        all.put(HOST, host);
        all.put(PROCESS_ID, Long.toString(processId));
        if (!serviceVersion.isEmpty()) {
            all.put(SERVICE_VERSION, serviceVersion);
        }
        if (!environment.isEmpty()) {
            all.put(ENVIRONMENT, environment);
        }
        return all;
    }

    /**
     * Returns the host's name: the kernel's, else the one in {@code environment}, else the JDK's. If there is none,
     * returns {@code localhost}. It asks no name server if the kernel or the environment has the name.
     */
    public static String hostName(Map<String, String> environment) {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            String known = environment.getOrDefault("COMPUTERNAME", environment.getOrDefault("HOSTNAME", ""));
            return known.isBlank() ? asked() : known;
        }
    }

    private static String asked() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
