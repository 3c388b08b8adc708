/** Text for terminals and scripts: tables, figures, times, digests, JSON. */
@NullMarked
package dev.tollbooth.cli.text;

import org.jspecify.annotations.NullMarked;
