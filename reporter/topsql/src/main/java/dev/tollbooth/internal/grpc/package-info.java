/**
 * Reports over gRPC, in the messages of TiDB's TopSQL: a port for subscribers, and an agent's client.
 *
 * <p>Only {@code GrpcReports} touches gRPC's classes, so the library may be absent. {@code TopSqlMethods} describes
 * tipb's methods with a marshaller of our own, because gRPC's knows protobuf by its public name. {@code
 * TopSqlSubscriber} sends a report's messages while the call is ready. A report that finds the last one unsent is
 * refused and counted. {@code TopSqlAgentSink} opens one client stream for each kind of record, all within 30 seconds.
 * {@code PortThreads} drops gRPC's log messages about clients that violate HTTP/2.
 */
@NullMarked
package dev.tollbooth.internal.grpc;

import org.jspecify.annotations.NullMarked;
