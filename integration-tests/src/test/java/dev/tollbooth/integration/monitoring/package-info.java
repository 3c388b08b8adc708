/** Tests of an operator's tools on a running application: JMX clients and the exporter of Prometheus. */
@NullMarked
package dev.tollbooth.integration.monitoring;

import org.jspecify.annotations.NullMarked;
