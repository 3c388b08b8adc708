package dev.tollbooth.internal.metrics;

/**
 * The names of attributes in OpenTelemetry. Attributes of databases follow its semantic conventions. The comment of a
 * name describes the attribute's value.
 */
public final class MetricAttribute {

    public static final String SYSTEM = "db.system.name";
    public static final String NAMESPACE = "db.namespace";
    public static final String SUMMARY = "db.query.summary";
    public static final String OPERATION = "db.operation.name";
    public static final String COLLECTION = "db.collection.name";
    /** The normalized text of a statement. Only series by digest have it; Prometheus never gets it as a label. */
    public static final String TEXT = "db.query.text";

    public static final String SERVER_ADDRESS = "server.address";
    /** The server's port, as a number. */
    public static final String SERVER_PORT = "server.port";

    public static final String ERROR_TYPE = "error.type";
    /** The database's code of an error, if there is one. The attribute {@link #ERROR_TYPE} then has the same value. */
    public static final String STATUS_CODE = "db.response.status_code";

    public static final String INSTANCE = "tollbooth.instance";
    public static final String DIGEST = "tollbooth.digest";
    public static final String USER = "tollbooth.user";
    public static final String ORIGIN = "tollbooth.origin";
    public static final String RU_SOURCE = "tollbooth.ru_source";
    public static final String OUTCOME = "tollbooth.outcome";
    public static final String REASON = "tollbooth.reason";
    public static final String PLACE = "tollbooth.place";
    /** The kind of the advice, as a key. */
    public static final String ADVICE = "tollbooth.advice";
    /** The component of Tollbooth that holds the memory, such as {@code TOP_RU}. */
    public static final String COMPONENT = "tollbooth.component";
    /** OpenTelemetry's mark of a series that adds up other series; its value is {@code true}. */
    public static final String OVERFLOW = "otel.metric.overflow";
    /**
     * The number of times that keys have lost their series. Only the series that adds up the counts of such keys has
     * this attribute.
     */
    public static final String LEFT = "tollbooth.left";

    /** A resource attribute whose value is a number. */
    private static final String PROCESS_ID = "process.pid";

    private MetricAttribute() {}

    /** Returns the type of the values of {@code name}. */
    public static Type type(String name) {
        return switch (name) {
            case SERVER_PORT, LEFT, PROCESS_ID -> Type.NUMBER;
            case OVERFLOW -> Type.FLAG;
            default -> Type.TEXT;
        };
    }

    /** The type of an attribute's value. */
    public enum Type {
        TEXT,
        /** A whole number. */
        NUMBER,
        /** True or false. */
        FLAG
    }
}
