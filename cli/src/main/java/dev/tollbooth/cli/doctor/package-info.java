/** The doctor: verdicts on the Tollbooth of a JVM, from its MBeans. */
@NullMarked
package dev.tollbooth.cli.doctor;

import org.jspecify.annotations.NullMarked;
