/** Tests of reports over gRPC between the driver's jar and independent peers. */
@NullMarked
package dev.tollbooth.integration.grpc;

import org.jspecify.annotations.NullMarked;
