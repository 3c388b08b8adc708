/** Reports over gRPC, in the messages of TiDB's TopSQL. */
@NullMarked
package dev.tollbooth.internal.grpc;

import org.jspecify.annotations.NullMarked;
