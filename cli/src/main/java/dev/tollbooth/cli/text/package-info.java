/** Text for terminals: tables and figures. */
@NullMarked
package dev.tollbooth.cli.text;

import org.jspecify.annotations.NullMarked;
