@NullMarked
package dev.tollbooth.cli;

import org.jspecify.annotations.NullMarked;
