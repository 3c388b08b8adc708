/** The accounts as metrics of an application that has a registry of Prometheus' client or of Micrometer. */
@NullMarked
package dev.tollbooth.prometheus;

import org.jspecify.annotations.NullMarked;
