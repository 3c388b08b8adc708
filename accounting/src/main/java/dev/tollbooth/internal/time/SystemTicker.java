package dev.tollbooth.internal.time;

/** The JVM's clock. This is a class because a lambda's class would be generated at each start of an application. */
final class SystemTicker implements Ticker {

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
