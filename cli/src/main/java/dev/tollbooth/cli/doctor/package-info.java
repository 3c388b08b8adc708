/** The doctor: what is ok, warns or fails in a JVM's Tollbooth, by its MBeans. */
@NullMarked
package dev.tollbooth.cli.doctor;

import org.jspecify.annotations.NullMarked;
