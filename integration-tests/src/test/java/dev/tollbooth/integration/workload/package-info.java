/** How a test shows that nothing changes: one workload, run directly and through the prefix, and the two logs of what the application saw. */
@NullMarked
package dev.tollbooth.integration.workload;

import org.jspecify.annotations.NullMarked;
