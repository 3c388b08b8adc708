package dev.tollbooth.internal.report;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A lookup of the host's name. It asks no name server if the kernel or the environment has the name. */
public final class HostName {

    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    /**
     * Returns the host's name: the kernel's, else the one in {@code environment}, else the JDK's. If there is none,
     * returns {@code localhost}.
     */
    public static String of(Map<String, String> environment) {
        try {
            return Files.readString(KERNEL).strip();
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
