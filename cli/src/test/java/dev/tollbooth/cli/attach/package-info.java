@NullMarked
package dev.tollbooth.cli.attach;

import org.jspecify.annotations.NullMarked;
