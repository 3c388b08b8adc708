/** The demo: a shop's workload on an embedded H2, and its statements as Tollbooth shows them. */
@NullMarked
package dev.tollbooth.cli.demo;

import org.jspecify.annotations.NullMarked;
