/** A shop's workload on an embedded H2, and how its statements look through Tollbooth. */
@NullMarked
package dev.tollbooth.cli.demo;

import org.jspecify.annotations.NullMarked;
