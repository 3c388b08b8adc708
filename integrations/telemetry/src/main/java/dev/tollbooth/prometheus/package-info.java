/** The metrics of Tollbooth for an application with a registry of Prometheus' client or of Micrometer. */
@NullMarked
package dev.tollbooth.prometheus;

import org.jspecify.annotations.NullMarked;
