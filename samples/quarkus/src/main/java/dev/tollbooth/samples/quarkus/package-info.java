/**
 * A parcel service with two data sources, written like those in Quarkus' guides. It uses only the MBeans of Tollbooth,
 * which it prints at its end.
 */
@NullMarked
package dev.tollbooth.samples.quarkus;

import org.jspecify.annotations.NullMarked;
