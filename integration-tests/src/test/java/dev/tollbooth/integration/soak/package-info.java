/** Tests with all features on for a long time, while databases end, disks fill up and the clock jumps. */
@NullMarked
package dev.tollbooth.integration.soak;

import org.jspecify.annotations.NullMarked;
