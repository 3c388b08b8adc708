package dev.tollbooth.cli;

import java.util.List;

/**
 * Commands of an additional jar, found by {@link java.util.ServiceLoader}. They are in a jar of their own because of
 * its size.
 */
public interface AddedVerbs {

    /** Returns commands for picocli, which use {@code streams}. */
    List<Object> commands(Streams streams);
}
