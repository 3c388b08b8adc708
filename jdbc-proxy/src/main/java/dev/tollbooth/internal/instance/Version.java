package dev.tollbooth.internal.instance;

/** The version of this build. */
public final class Version {

    public static final int MAJOR = 0;
    public static final int MINOR = 1;
    static final String TEXT = "0.1.0";

    private Version() {}
}
