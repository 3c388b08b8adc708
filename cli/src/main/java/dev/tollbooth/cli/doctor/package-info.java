/** What is well and what is off in a JVM's Tollbooth, as its MBeans tell. */
@NullMarked
package dev.tollbooth.cli.doctor;

import org.jspecify.annotations.NullMarked;
