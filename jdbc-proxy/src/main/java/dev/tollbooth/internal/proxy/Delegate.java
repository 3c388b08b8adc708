package dev.tollbooth.internal.proxy;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks the field that a proxy forwards to: the driver's object, the class's only protected field. Read at build time. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.FIELD)
@interface Delegate {}
