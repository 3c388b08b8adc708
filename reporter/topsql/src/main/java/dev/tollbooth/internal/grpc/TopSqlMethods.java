package dev.tollbooth.internal.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.tollbooth.proto.tipb.EmptyResponse;
import dev.tollbooth.proto.tipb.PlanMeta;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopSQLRecord;
import dev.tollbooth.proto.tipb.TopSQLSubRequest;
import dev.tollbooth.proto.tipb.TopSQLSubResponse;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The methods of tipb's services, without generated stubs. */
final class TopSqlMethods {

    static final String PUB_SUB = "tipb.TopSQLPubSub";
    private static final String AGENT = "tipb.TopSQLAgent";

    static final MethodDescriptor<Optional<TopSQLSubRequest>, TopSQLSubResponse> SUBSCRIBE = method(
            MethodType.SERVER_STREAMING,
            PUB_SUB,
            "Subscribe",
            new RequestMarshaller<>(TopSQLSubRequest.parser()),
            new MessageMarshaller<>(TopSQLSubResponse.parser()));
    static final MethodDescriptor<TopSQLRecord, EmptyResponse> REPORT_SQL_RECORDS =
            agent("ReportTopSQLRecords", TopSQLRecord.parser());
    static final MethodDescriptor<TopRURecord, EmptyResponse> REPORT_RU_RECORDS =
            agent("ReportTopRURecords", TopRURecord.parser());
    static final MethodDescriptor<SQLMeta, EmptyResponse> REPORT_SQL_META = agent("ReportSQLMeta", SQLMeta.parser());
    static final MethodDescriptor<PlanMeta, EmptyResponse> REPORT_PLAN_META =
            agent("ReportPlanMeta", PlanMeta.parser());

    private TopSqlMethods() {}

    private static <M extends MessageLite> MethodDescriptor<M, EmptyResponse> agent(String name, Parser<M> parser) {
        return method(
                MethodType.CLIENT_STREAMING,
                AGENT,
                name,
                new MessageMarshaller<>(parser),
                new MessageMarshaller<>(EmptyResponse.parser()));
    }

    private static <Q, A> MethodDescriptor<Q, A> method(
            MethodType type, String service, String name, Marshaller<Q> request, Marshaller<A> response) {
        return MethodDescriptor.<Q, A>newBuilder()
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
                .setRequestMarshaller(request)
                .setResponseMarshaller(response)
                .build();
    }

    /**
     * A marshaller that converts messages to bytes and back for gRPC. gRPC's own protobuf module uses the protobuf
     * library by its public name, which is relocated in the driver's jar.
     *
     * @param <M> the type of the message
     * @param parser the parser of the message
     */
    private record MessageMarshaller<M extends MessageLite>(Parser<M> parser) implements Marshaller<M> {

        @Override
        public InputStream stream(M message) {
            return new ByteArrayInputStream(message.toByteArray());
        }

        @Override
        public M parse(InputStream stream) {
            try {
                return parser.parseFrom(stream);
            } catch (InvalidProtocolBufferException e) {
                throw Status.INTERNAL
                        .withDescription("not a tipb message: send messages of topsql_agent.proto")
                        .withCause(e)
                        .asRuntimeException();
            }
        }
    }

    /**
     * A marshaller that parses a request's bytes, and returns empty if they are invalid. An exception would be a
     * failure of the server: gRPC would log it with a stack trace and answer UNKNOWN.
     *
     * @param <M> the type of the message
     * @param parser the parser of the message
     */
    private record RequestMarshaller<M extends MessageLite>(Parser<M> parser) implements Marshaller<Optional<M>> {

        @Override
        public InputStream stream(Optional<M> message) {
            return new ByteArrayInputStream(
                    message.map(MessageLite::toByteArray).orElseThrow());
        }

        @Override
        public Optional<M> parse(InputStream stream) {
            try {
                return Optional.of(parser.parseFrom(stream));
            } catch (IOException | RuntimeException e) {
                // invalid or too large: the client gets an error
                return Optional.empty();
            }
        }
    }
}
