package dev.tollbooth.internal.proxy;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the field that a proxy forwards to: the driver's object, and the class's only protected field. The build reads
 * it.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.FIELD)
@interface Delegate {}
