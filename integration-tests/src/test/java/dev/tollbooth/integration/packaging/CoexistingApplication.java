package dev.tollbooth.integration.packaging;

/** An application that holds old versions of what is inside Tollbooth's jar: it uses them, and the driver beside them. */
final class CoexistingApplication {
    private CoexistingApplication() {}

    /** Prints where the old versions' classes come from after the driver has run. */
    public static void main(String[] arguments) throws Exception {
        SmallApplication.run();
        print("caffeine", "com.github.benmanes.caffeine.cache.Caffeine");
        print("bytebuddy", "net.bytebuddy.jar.asm.ClassWriter");
        print("protobuf", "com.google.protobuf.Message");
    }

    private static void print(String what, String className) throws ClassNotFoundException {
        String place = Class.forName(className)
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        System.out.println(what + "=" + place.substring(place.lastIndexOf('/') + 1));
    }
}
