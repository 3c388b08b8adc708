/**
 * The run-time part of the Quarkus extension: the accounted data sources, each with an instance that ends with the
 * application.
 */
@NullMarked
package dev.tollbooth.quarkus;

import org.jspecify.annotations.NullMarked;
