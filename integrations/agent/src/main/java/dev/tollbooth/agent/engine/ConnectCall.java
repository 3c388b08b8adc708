package dev.tollbooth.agent.engine;

/** A connect that has begun: which of those that are under way on its thread. */
enum ConnectCall {
    /** The one that the application, or its pool, has called. */
    OUTERMOST,
    /** One that another calls. */
    INNER,
    /** One of a Tollbooth that the application brings itself. */
    OF_TOLLBOOTH;

    /** Whether an object is of a Tollbooth, this one or another. */
    static boolean isTollbooth(Object object) {
        return object.getClass().getName().startsWith("dev.tollbooth.");
    }
}
