/**
 * Tests of the driver's jar with real databases, pools and frameworks. Each workload runs directly and through the
 * prefix, and must see no difference.
 */
@NullMarked
package dev.tollbooth.integration;

import org.jspecify.annotations.NullMarked;
