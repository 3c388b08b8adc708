/** Report files on disks that fail and in processes that are killed. */
@NullMarked
package dev.tollbooth.integration.report;

import org.jspecify.annotations.NullMarked;
