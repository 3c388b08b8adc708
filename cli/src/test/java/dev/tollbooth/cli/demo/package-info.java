@NullMarked
package dev.tollbooth.cli.demo;

import org.jspecify.annotations.NullMarked;
