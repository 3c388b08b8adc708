/** Reports over gRPC, as tipb's services: to subscribers, and to an agent. */
@NullMarked
package dev.tollbooth.reporter.grpc;

import org.jspecify.annotations.NullMarked;
