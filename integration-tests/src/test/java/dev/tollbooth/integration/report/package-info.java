/** Tests of report files on failing disks and in killed processes. */
@NullMarked
package dev.tollbooth.integration.report;

import org.jspecify.annotations.NullMarked;
