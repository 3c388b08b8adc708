@NullMarked
package dev.tollbooth.cli.report;

import org.jspecify.annotations.NullMarked;
