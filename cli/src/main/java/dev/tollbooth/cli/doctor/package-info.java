/** The doctor: verdicts on a JVM's Tollbooth, by its MBeans. */
@NullMarked
package dev.tollbooth.cli.doctor;

import org.jspecify.annotations.NullMarked;
