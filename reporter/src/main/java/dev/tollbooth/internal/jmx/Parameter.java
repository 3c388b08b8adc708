package dev.tollbooth.internal.jmx;

import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;

/**
 * A parameter of an MBean's operation.
 *
 * @param name the name of the parameter
 * @param description the expected value, in words for people
 * @param openType the type that clients see
 * @param javaType the class of the values
 */
record Parameter(String name, String description, OpenType<?> openType, Class<?> javaType) {

    static Parameter text(String name, String description) {
        return new Parameter(name, description, SimpleType.STRING, String.class);
    }

    static Parameter number(String name, String description) {
        return new Parameter(name, description, SimpleType.INTEGER, Integer.class);
    }
}
