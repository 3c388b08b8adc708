/** Reports over gRPC, as tipb's services: to subscribers on loopback, and to an agent. */
@NullMarked
package dev.tollbooth.reporter.grpc;

import org.jspecify.annotations.NullMarked;
