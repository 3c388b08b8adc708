/**
 * Reports over gRPC, in the messages of TiDB's TopSQL: a port for subscribers, and a client of an agent.
 *
 * <p>gRPC's classes are loaded only if a port or an agent is set, so the library may be absent. {@code TopSqlMethods}
 * describes tipb's methods with a marshaller of its own, because gRPC's marshaller uses protobuf by its public name.
 * {@code TopSqlSubscriber} sends a report's messages while the call is ready. If the last report is not sent
 * completely, the next one is refused and counted. {@code TopSqlAgentSink} opens one client stream for each kind of
 * record, all within 30 seconds. {@code PortThreads} drops gRPC's log messages about clients that violate HTTP/2.
 */
@NullMarked
package dev.tollbooth.internal.grpc;

import org.jspecify.annotations.NullMarked;
