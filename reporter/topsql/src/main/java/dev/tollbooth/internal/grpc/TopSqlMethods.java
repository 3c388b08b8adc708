package dev.tollbooth.internal.grpc;

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
import java.util.Optional;

/** The methods of tipb's services, described without generated stubs. */
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
}
