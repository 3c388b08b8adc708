/** Reports over gRPC, between the driver's jar and peers that know nothing of it. */
@NullMarked
package dev.tollbooth.integration.grpc;

import org.jspecify.annotations.NullMarked;
