package dev.tollbooth.jdbc;

/** The version of this build. */
final class Version {

    static final int MAJOR = 0;
    static final int MINOR = 1;
    static final String TEXT = "0.1.0";

    private Version() {}
}
