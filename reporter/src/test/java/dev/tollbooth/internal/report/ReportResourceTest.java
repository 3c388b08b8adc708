package dev.tollbooth.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReportResourceTest {

    private final List<String> problems = new ArrayList<>();

    private ReportResource of(Map<String, String> environment) {
        return ReportResource.of("orders", environment, problems::add);
    }

    private ReportResource ofAttributes(String attributes) {
        return of(Map.of("OTEL_RESOURCE_ATTRIBUTES", attributes));
    }

    @Test
    void of_nothingSaid_isThisProcessOfNoService() {
        ReportResource resource = of(Map.of());
        assertThat(resource.serviceName()).isEmpty();
        assertThat(resource.processId()).isEqualTo(ProcessHandle.current().pid());
        assertThat(resource.host()).isNotEmpty();
        assertThat(resource.instanceId())
                .isEqualTo("orders@" + resource.host() + ":"
                        + ProcessHandle.current().pid());
        assertThat(problems).isEmpty();
    }

    @Test
    void of_attributesOfOpenTelemetry_takesTheKnownOnesOutAndDecodesAll() {
        ReportResource resource = ofAttributes(
                "service.name=check%20out, service.version = 1.42.0,deployment.environment.name=production,"
                        + "host.name=web-1,process.pid=17,service.namespace=shop%2Cgr%C3%BCn%3D1,cloud.region=eu-1,");
        assertThat(resource)
                .isEqualTo(new ReportResource(
                        "check out",
                        "1.42.0",
                        "production",
                        "orders",
                        "web-1",
                        17,
                        Map.of("service.namespace", "shop,grün=1", "cloud.region", "eu-1")));
        assertThat(resource.instanceId()).isEqualTo("orders@web-1:17");
        assertThat(problems).isEmpty();
    }

    @Test
    void of_serviceNameTwice_takesTheVariableOfItsOwn() {
        ReportResource resource =
                of(Map.of("OTEL_SERVICE_NAME", "checkout", "OTEL_RESOURCE_ATTRIBUTES", "service.name=other,a=b+c"));
        assertThat(resource.serviceName()).isEqualTo("checkout");
        assertThat(resource.attributes()).containsExactly(Map.entry("a", "b+c"));
    }

    @Test
    void of_formerNameOfTheEnvironment_isReadWhereTheNewOneIsMissing() {
        assertThat(ofAttributes("deployment.environment=test").environment()).isEqualTo("test");
        assertThat(ofAttributes("deployment.environment=a,deployment.environment.name=b")
                        .environment())
                .isEqualTo("b");
    }

    @Test
    void instanceId_givenAsAttribute_isThat() {
        assertThat(ofAttributes("service.instance.id=pod-7").instanceId()).isEqualTo("pod-7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a=1,=2", "a=1,b=secret%4", "a=%zz", "a=%FF", "a=1,secret"})
    void of_onePairNotReadable_isWithoutAllAndSaysWhere(String attributes) {
        ReportResource resource = ofAttributes(attributes + ",cloud.region=eu-1");
        assertThat(resource.attributes()).isEmpty();
        assertThat(problems).singleElement().asString().contains("OTEL_RESOURCE_ATTRIBUTES, pair=");
        assertThat(problems.get(0)).contains("give key=value").doesNotContain("secret");
    }

    @Test
    void of_tooMuch_isWithoutAllAndSaysHowMuch() {
        assertThat(ofAttributes("a=" + "x".repeat(9_000)).attributes()).isEmpty();
        assertThat(problems).singleElement().asString().contains("length=9002, allowed=8192");
    }

    @Test
    void orOfService_whereTheEnvironmentNamesOne_changesNothing() {
        assertThat(of(Map.of()).orOfService("shop").serviceName()).isEqualTo("shop");
        assertThat(of(Map.of("OTEL_SERVICE_NAME", "checkout"))
                        .orOfService("shop")
                        .serviceName())
                .isEqualTo("checkout");
    }
}
