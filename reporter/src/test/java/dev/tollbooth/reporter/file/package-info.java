@NullMarked
package dev.tollbooth.reporter.file;

import org.jspecify.annotations.NullMarked;
