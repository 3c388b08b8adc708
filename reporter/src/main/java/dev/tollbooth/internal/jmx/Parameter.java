package dev.tollbooth.internal.jmx;

import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;

/**
 * A parameter of an MBean's operation.
 *
 * @param name its name
 * @param description the expected value
 * @param openType its type for clients
 * @param javaType the class of its values
 */
record Parameter(String name, String description, OpenType<?> openType, Class<?> javaType) {

    static Parameter text(String name, String description) {
        return new Parameter(name, description, SimpleType.STRING, String.class);
    }

    static Parameter number(String name, String description) {
        return new Parameter(name, description, SimpleType.INTEGER, Integer.class);
    }
}
