package dev.tollbooth.accounting.session;

/** Room in front of a subclass's fields, so that those of two instances side by side share no cache line. */
@SuppressWarnings({"unused", "UnusedVariable"})
abstract class CacheLine {

    private long p0;
    private long p1;
    private long p2;
    private long p3;
    private long p4;
    private long p5;
    private long p6;
    private long p7;
}
