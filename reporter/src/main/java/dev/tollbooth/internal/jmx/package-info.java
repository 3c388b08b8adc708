/**
 * The MBeans of an instance: statements, TopRU, running statements, advice, budgets, memory, reports, settings, and the
 * kill switch.
 */
@NullMarked
package dev.tollbooth.internal.jmx;

import org.jspecify.annotations.NullMarked;
