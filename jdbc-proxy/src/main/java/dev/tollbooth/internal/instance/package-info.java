/**
 * The composition of one Tollbooth, and the choice of the instance that a URL uses.
 *
 * <p>{@code Instances} finds or makes the instance of a set of settings, 64 at most; {@code InstanceParts} is the
 * composition root. Objects that no statement needs (TopRU, reports, SQL tables, MBeans) are created on first use, or
 * by the tick after one second ({@code Lazy}, {@code InstanceOutputs}).
 */
@NullMarked
package dev.tollbooth.internal.instance;

import org.jspecify.annotations.NullMarked;
