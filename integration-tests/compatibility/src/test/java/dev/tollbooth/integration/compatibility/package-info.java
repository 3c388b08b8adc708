/**
 * One table of what pools, frameworks and drivers send through the prefix: what reaches the driver, by a count of the tests' own
 * below Tollbooth, and what Tollbooth has counted.
 */
@NullMarked
package dev.tollbooth.integration.compatibility;

import org.jspecify.annotations.NullMarked;
