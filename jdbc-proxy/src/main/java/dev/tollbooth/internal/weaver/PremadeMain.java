package dev.tollbooth.internal.weaver;

import dev.tollbooth.internal.proxy.VendorResults;
import dev.tollbooth.internal.vendor.PremadeProxies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes the proxy classes for native images into the folder of the woven classes. */
public final class PremadeMain {

    private PremadeMain() {}

    /** Takes the folder; the drivers are on the class path. */
    public static void main(String[] args) throws IOException, ClassNotFoundException {
        for (Map.Entry<String, List<String>> entry :
                PremadeProxies.driverClasses().entrySet()) {
            Class<?> base = load("dev.tollbooth.internal.proxy." + entry.getKey());
            for (String driverClass : entry.getValue()) {
                String name = PremadeProxies.className(base, driverClass);
                Path file = Path.of(args[0], name.replace('.', '/') + ".class");
                Files.write(file, PremadeProxies.write(base, load(driverClass), VendorResults.class));
            }
        }
    }

    private static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, false, PremadeMain.class.getClassLoader());
    }
}
