package dev.tollbooth.internal.metrics;

/** What the value of an attribute stands for where it need not be a text. */
public enum AttributeType {
    TEXT,
    /** A whole number. */
    NUMBER,
    /** True or false. */
    FLAG
}
