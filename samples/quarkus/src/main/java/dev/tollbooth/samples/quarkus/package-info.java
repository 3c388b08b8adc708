/** A parcel service on two data sources, as Quarkus' guides have it; of Tollbooth it knows the MBeans that it prints at its end. */
@NullMarked
package dev.tollbooth.samples.quarkus;

import org.jspecify.annotations.NullMarked;
