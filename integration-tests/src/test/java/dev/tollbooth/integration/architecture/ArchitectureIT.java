package dev.tollbooth.integration.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.tollbooth.integration.architecture.ArchitectureIT.OfTheJar;

/** Dependencies run one way, nothing mutable is static, and the statement path stays free of what costs. */
@AnalyzeClasses(packages = "dev.tollbooth", importOptions = OfTheJar.class)
class ArchitectureIT {

    /** Tollbooth's own classes in the driver's jar, without generated ones. */
    static final class OfTheJar implements com.tngtech.archunit.core.importer.ImportOption {
        @Override
        public boolean includes(com.tngtech.archunit.core.importer.Location location) {
            return location.contains("tollbooth.jar")
                    && !location.contains("/shaded/")
                    && !location.contains("/proto/");
        }
    }

    @ArchTest
    static final ArchRule ACCOUNTING_KNOWS_NO_DRIVER = noClasses()
            .that()
            .resideInAPackage("dev.tollbooth.accounting..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.tollbooth.jdbc..", "dev.tollbooth.reporter..", "java.sql..", "javax.sql..", "java.net..");

    @ArchTest
    static final ArchRule REPORTER_KNOWS_NO_PROXY = noClasses()
            .that()
            .resideInAPackage("dev.tollbooth.reporter..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.tollbooth.jdbc..");

    @ArchTest
    static final ArchRule PROXIES_DO_NOT_KNOW_WHO_PUTS_THEM_TOGETHER = noClasses()
            .that()
            .resideInAPackage("dev.tollbooth.jdbc.proxy")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.tollbooth.jdbc");

    @ArchTest
    static final ArchRule ACCOUNTING_HAS_NO_CYCLES = SlicesRuleDefinition.slices()
            .matching("dev.tollbooth.accounting.(*)..")
            .should()
            .beFreeOfCycles();

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

    /** So that each line is printable, whatever it holds of users and statements. */
    @ArchTest
    static final ArchRule ONE_CLASS_WRITES_TO_THE_LOG = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.tollbooth.accounting.text.Log")
            .should()
            .callMethodWhere(JavaCall.Predicates.target(owner(assignableTo(System.Logger.class))))
            .orShould()
            .callMethod(System.class, "getLogger", String.class)
            .orShould()
            .callMethodWhere(JavaCall.Predicates.target(DescribedPredicate.and(
                    owner(assignableTo(java.util.logging.Logger.class)), not(name("getLogger")))))
            .orShould()
            .callMethod(Throwable.class, "printStackTrace");

    /** But for that one, while the JVM ends and has no log any more. */
    @ArchTest
    static final ArchRule NOTHING_PRINTS = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.tollbooth.accounting.text.Log")
            .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS);

    /** MemoryTraceManager is the name that the design of memory traces gives it. */
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

    @ArchTest
    static final ArchRule CLASSES_ARE_CLOSED = classes()
            .that()
            .areNotInterfaces()
            .and()
            .areNotEnums()
            .and()
            .areNotAnonymousClasses()
            .and(not(resideInAPackage("dev.tollbooth.jdbc.proxy")))
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
                    "dev\\.tollbooth\\.(jdbc\\.proxy\\.(StatementFunnel|StatementProxy|PreparedStatementProxy|"
                            + "ResultSetProxy|DriverCall|Outcome)|accounting\\.journal\\.(Session|Journal|Account|Ledger)|"
                            + "accounting\\.statement\\.(Totals|StatementStats|SchemaStatements|TransactionTracker)|"
                            + "accounting\\.digest\\.[A-Za-z]*Lexer)")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.stream..", "java.util.regex..")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Optional")
            .orShould()
            .callMethod(String.class, "format", String.class, Object[].class);
}
