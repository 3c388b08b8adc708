/** The driver's jar under real databases, pools and frameworks: each workload runs directly and through the prefix, and must not see a difference. */
@NullMarked
package dev.tollbooth.integration;

import org.jspecify.annotations.NullMarked;
