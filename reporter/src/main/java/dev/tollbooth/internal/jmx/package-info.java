/**
 * The MBeans of an instance: statements, TopRU, running statements, advice, budgets, memory, reports, settings, and the
 * kill switch; and pictures of the memory: SVG, text and collapsed stacks.
 */
@NullMarked
package dev.tollbooth.internal.jmx;

import org.jspecify.annotations.NullMarked;
