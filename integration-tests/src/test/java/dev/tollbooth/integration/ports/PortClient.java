package dev.tollbooth.integration.ports;

import java.util.List;

/** The actions on one port, in its protocol. */
interface PortClient {

    /** A connection, or several, to a port. */
    interface Dialog {
        void with(int port) throws Exception;
    }

    /** Asks for little, as one who may, and fails unless the answer is right. */
    void ask(int port) throws Exception;

    /** Returns what has the largest answers; each fails if its answer is not one that it may have. */
    List<Dialog> large();

    /**
     * Returns what would take the heap, or a processor, if nothing ended it; each fails if its answer is not one that
     * it may have.
     */
    default List<Dialog> hungry() {
        return List.of();
    }

    /** Fails unless a wrong login is refused; does nothing where there is no login. */
    void logInWrongly(int port) throws Exception;

    /** Fails unless a page of another site, in a browser on this machine, is refused what the port knows. */
    void askFromAnotherSite(int port) throws Exception;

    /** Returns what never ends. */
    List<Flood> floods();
}
