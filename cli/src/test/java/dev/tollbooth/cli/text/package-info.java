@NullMarked
package dev.tollbooth.cli.text;

import org.jspecify.annotations.NullMarked;
