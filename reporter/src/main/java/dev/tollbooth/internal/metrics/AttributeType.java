package dev.tollbooth.internal.metrics;

/** The type of an attribute's value. */
public enum AttributeType {
    TEXT,
    /** A whole number. */
    NUMBER,
    /** True or false. */
    FLAG
}
