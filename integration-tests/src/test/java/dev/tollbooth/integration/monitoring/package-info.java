/** What an operator's tools see of a running application: JMX clients and the exporter of Prometheus. */
@NullMarked
package dev.tollbooth.integration.monitoring;

import org.jspecify.annotations.NullMarked;
