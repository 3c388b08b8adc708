/**
 * Tests with pools, frameworks and drivers through the prefix. Each compares the calls of the driver, counted by the
 * tests' own driver below Tollbooth, with Tollbooth's counts; the result is one table.
 */
@NullMarked
package dev.tollbooth.integration.compatibility;

import org.jspecify.annotations.NullMarked;
