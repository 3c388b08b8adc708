package dev.tollbooth.integration.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.tollbooth.integration.architecture.ArchitectureIT.OfTheJar;
import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.SettingsException;
import dev.tollbooth.jdbc.TollboothDriver;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Tests that dependencies between packages run one way, no static state is mutable, and the path of statements avoids
 * slow constructs.
 */
@ArchTag("check")
@AnalyzeClasses(packages = "dev.tollbooth", importOptions = OfTheJar.class)
class ArchitectureIT {

    /** Tollbooth's own classes in the driver's jar, without generated ones. */
    static final class OfTheJar implements com.tngtech.archunit.core.importer.ImportOption {

        private static final String JAR =
                ForkedJvm.placeOf(TollboothDriver.class).getFileName() + "!";

        @Override
        public boolean includes(com.tngtech.archunit.core.importer.Location location) {
            return location.contains(JAR) && !location.contains("/shaded/") && !location.contains("/proto/");
        }
    }

    private static final String[] PUBLIC = {
        "dev.tollbooth.jdbc", "dev.tollbooth.statement", "dev.tollbooth.report", "dev.tollbooth.spi"
    };

    /** The module accounting. */
    private static final String[] ACCOUNTING = {
        "dev.tollbooth.statement",
        "dev.tollbooth.report",
        "dev.tollbooth.internal.time",
        "dev.tollbooth.internal.control",
        "dev.tollbooth.internal.memory",
        "dev.tollbooth.internal.lexer",
        "dev.tollbooth.internal.digest",
        "dev.tollbooth.internal.cost",
        "dev.tollbooth.internal.budget",
        "dev.tollbooth.internal.table",
        "dev.tollbooth.internal.topru",
        "dev.tollbooth.internal.trace",
        "dev.tollbooth.internal.latency",
        "dev.tollbooth.internal.figure",
        "dev.tollbooth.internal.compare",
        "dev.tollbooth.internal.advice",
        "dev.tollbooth.internal.origin",
        "dev.tollbooth.internal.journal"
    };

    /** The module reporter. */
    private static final String[] REPORTER = {
        "dev.tollbooth.internal.report",
        "dev.tollbooth.internal.http",
        "dev.tollbooth.internal.metrics",
        "dev.tollbooth.internal.prometheus",
        "dev.tollbooth.internal.otlp",
        "dev.tollbooth.internal.file",
        "dev.tollbooth.internal.jmx",
        "dev.tollbooth.internal.provider"
    };

    /** The modules sql and topsql, found by ServiceLoader. */
    private static final String[] PROVIDED = {
        "dev.tollbooth.internal.sql", "dev.tollbooth.internal.postgres..", "dev.tollbooth.internal.grpc"
    };

    /** The packages of the module jdbc-proxy that each statement passes. */
    private static final String[] STATEMENT_PATH = {
        "dev.tollbooth.internal.proxy",
        "dev.tollbooth.internal.execution",
        "dev.tollbooth.internal.vendor",
        "dev.tollbooth.internal.plan",
        "dev.tollbooth.internal.ru.."
    };

    /** The packages of the module jdbc-proxy that put the parts together. */
    private static final String[] COMPOSITION = {
        "dev.tollbooth.jdbc", "dev.tollbooth.internal.instance", "dev.tollbooth.internal.settings"
    };

    private static final int MOST_PUBLIC_TYPES = 45;
    private static final int FEWEST_CLASSES = 4;
    private static final int MOST_CLASSES = 28;

    @ArchTest
    static final ArchRule ACCOUNTING_KNOWS_NO_DRIVER = noClasses()
            .that()
            .resideInAnyPackage(ACCOUNTING)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(and(REPORTER, PROVIDED, STATEMENT_PATH, COMPOSITION))
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.tollbooth.spi", "java.sql..", "javax.sql..", "java.net..")
            .orShould()
            .dependOnClassesThat(resideInAPackage("dev.tollbooth.shaded..")
                    .and(not(resideInAPackage("dev.tollbooth.shaded.caffeine.."))));

    @ArchTest
    static final ArchRule REPORTER_KNOWS_NO_PROXY = noClasses()
            .that()
            .resideInAnyPackage(and(REPORTER, PROVIDED))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(and(STATEMENT_PATH, COMPOSITION));

    @ArchTest
    static final ArchRule NOBODY_NAMES_WHAT_IS_PROVIDED = noClasses()
            .that(not(resideInAnyPackage(PROVIDED)))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PROVIDED);

    @ArchTest
    static final ArchRule PROXIES_DO_NOT_KNOW_WHO_PUTS_THEM_TOGETHER = noClasses()
            .that()
            .resideInAnyPackage(STATEMENT_PATH)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(COMPOSITION);

    /**
     * Only the exception for a wrong setting is exempt, which is thrown where the setting is read, and uses no other
     * class.
     */
    @ArchTest
    static final ArchRule NO_CYCLES = SlicesRuleDefinition.slices()
            .matching("dev.tollbooth.(**)")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(
                    resideInAnyPackage("dev.tollbooth.internal.instance", "dev.tollbooth.internal.settings"),
                    type(SettingsException.class));

    @ArchTest
    static final ArchRule VALUES_KNOW_NO_ENGINE = noClasses()
            .that()
            .resideInAnyPackage("dev.tollbooth.statement", "dev.tollbooth.report", "dev.tollbooth.spi")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.tollbooth.internal..")
                    .and(not(resideInAnyPackage("dev.tollbooth.internal.time", "dev.tollbooth.internal.control"))));

    @ArchTest
    static final ArchRule PUBLIC_SIGNATURES_NAME_NO_INTERNAL_TYPE = classes()
            .that()
            .resideInAnyPackage(PUBLIC)
            .and()
            .arePublic()
            .should(new com.tngtech.archunit.lang.ArchCondition<>("name public types only") {
                @Override
                public void check(JavaClass type, com.tngtech.archunit.lang.ConditionEvents events) {
                    for (String problem : PublicSignatures.internalTypes(type.reflect())) {
                        events.add(com.tngtech.archunit.lang.SimpleConditionEvent.violated(type, problem));
                    }
                }
            });

    /** Packages with few classes are exempt; nested classes don't count. */
    @ArchTest
    static void packages_ofTheJar_areRoomsOfOneTrade(JavaClasses jar) {
        Map<String, Long> rooms = jar.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
        assertThat(rooms)
                .allSatisfy((room, classes) ->
                        assertThat(classes).as(room).isBetween((long) FEWEST_CLASSES, (long) MOST_CLASSES));
    }

    @ArchTest
    static void publicTypes_ofTheJar_areFew(JavaClasses jar) {
        List<String> types = jar.stream()
                .filter(type ->
                        PublicSignatures.isInPublicPackage(type.getName()) && PublicSignatures.isPublic(type.reflect()))
                .map(JavaClass::getName)
                .sorted()
                .toList();
        assertThat(types).hasSizeBetween(1, MOST_PUBLIC_TYPES);
    }

    private static String[] and(String[]... packages) {
        return Arrays.stream(packages).flatMap(Arrays::stream).toArray(String[]::new);
    }

    @ArchTest
    static final ArchRule NOTHING_MUTABLE_IS_STATIC = fields().that()
            .areStatic()
            .and()
            .areNotFinal()
            .should(new com.tngtech.archunit.lang.ArchCondition<>("not be") {
                @Override
                public void check(
                        com.tngtech.archunit.core.domain.JavaField field,
                        com.tngtech.archunit.lang.ConditionEvents events) {
                    if (!field.getModifiers().contains(JavaModifier.SYNTHETIC)) {
                        events.add(com.tngtech.archunit.lang.SimpleConditionEvent.violated(field, field.getFullName()));
                    }
                }
            })
            .allowEmptyShould(true);

    /** Checks that all output goes through the log, which escapes unprintable characters of users and statements. */
    @ArchTest
    static final ArchRule ONE_CLASS_WRITES_TO_THE_LOG = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.tollbooth.internal.control.Log")
            .should()
            .callMethodWhere(JavaCall.Predicates.target(owner(assignableTo(System.Logger.class))))
            .orShould()
            .callMethod(System.class, "getLogger", String.class)
            .orShould()
            .callMethodWhere(JavaCall.Predicates.target(DescribedPredicate.and(
                    owner(assignableTo(java.util.logging.Logger.class)),
                    not(nameMatching("getLogger|[gs]etFilter"))))) // a filter writes nothing
            .orShould()
            .callMethod(Throwable.class, "printStackTrace");

    /** Checks that standard error is used only by the class for the end of the JVM, when there is no log any more. */
    @ArchTest
    static final ArchRule NOTHING_PRINTS = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.tollbooth.internal.control.Log")
            .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS);

    /** The name MemoryTraceManager is exempt, because the design of memory traces uses it. */
    @ArchTest
    static final ArchRule NAMES_SAY_WHAT_A_CLASS_IS = noClasses()
            .that()
            .doNotHaveSimpleName("MemoryTraceManager")
            .should()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Impl")
            .orShould()
            .haveSimpleNameEndingWith("Manager");

    /** Data sources are exempt, because frameworks make subclasses of them as proxies. */
    @ArchTest
    static final ArchRule CLASSES_ARE_CLOSED = classes()
            .that()
            .areNotInterfaces()
            .and()
            .areNotEnums()
            .and()
            .areNotAnonymousClasses()
            .and(not(resideInAPackage("dev.tollbooth.internal.proxy")))
            .and()
            .haveNameNotMatching("dev\\.tollbooth\\.jdbc\\.Tollbooth(XA|ConnectionPool)?DataSource")
            .and()
            .areTopLevelClasses()
            .should(new com.tngtech.archunit.lang.ArchCondition<>("be final or have subclasses here") {
                @Override
                public void check(JavaClass type, com.tngtech.archunit.lang.ConditionEvents events) {
                    boolean open = !type.getModifiers().contains(JavaModifier.FINAL)
                            && !type.getModifiers().contains(JavaModifier.ABSTRACT)
                            && type.getSubclasses().isEmpty();
                    if (open) {
                        events.add(com.tngtech.archunit.lang.SimpleConditionEvent.violated(type, type.getName()));
                    }
                }
            });

    @ArchTest
    static final ArchRule STATEMENT_PATH_IS_PLAIN = noClasses()
            .that()
            .haveNameMatching(
                    "dev\\.tollbooth\\.internal\\.((proxy|execution)\\.(StatementFunnel|AccountedStatement|StatementProxy|"
                            + "PreparedStatementProxy|ResultSetProxy|CallKind|OutcomeReader)|journal\\.(Session|Journal|Account|Ledger)|"
                            + "table\\.(Totals|StatementStats|SchemaStatements|TransactionTracker)|"
                            + "lexer\\.[A-Za-z]*Lexer)")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.stream..", "java.util.regex..")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Optional")
            .orShould()
            .callMethod(String.class, "format", String.class, Object[].class);
}
