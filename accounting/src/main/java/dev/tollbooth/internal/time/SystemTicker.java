package dev.tollbooth.internal.time;

/** The JVM's clock. A class, since a lambda's would be made anew as each application starts. */
final class SystemTicker implements Ticker {

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
