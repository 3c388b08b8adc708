package dev.tollbooth.weaver;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isAnnotatedWith;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.isInterface;
import static net.bytebuddy.matcher.ElementMatchers.isVirtual;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import net.bytebuddy.build.Plugin;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.MethodCall;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Makes each abstract class with a {@code @Delegate} field concrete: every interface method that it does not write
 * itself, default methods included, is forwarded to the field, and its {@code create} method calls its constructor.
 *
 * <p>Where the class has a method {@code wrap(ResultSet)}, a forwarded result set goes through it. The forwarding
 * code is a field read and an interface call: no reflection, no boxing.
 */
public final class ForwardingPlugin implements Plugin {

    private static final String DELEGATE = "dev.tollbooth.jdbc.proxy.Delegate";
    private static final String RESULT_SET = "java.sql.ResultSet";

    @Override
    public boolean matches(@Nullable TypeDescription type) {
        return type != null && type.isAbstract() && !type.isInterface() && hasDelegate(type);
    }

    private static boolean hasDelegate(TypeDescription type) {
        return !type.getDeclaredFields()
                .filter(isAnnotatedWith(named(DELEGATE)))
                .isEmpty();
    }

    @Override
    public DynamicType.Builder<?> apply(
            DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator classFileLocator) {
        FieldDescription delegate = type.getDeclaredFields()
                .filter(isAnnotatedWith(named(DELEGATE)))
                .getOnly();
        MethodCall forward = MethodCall.invokeSelf().onField(delegate.getName()).withAllArguments();
        MethodDescription constructor = type.getDeclaredMethods()
                .filter(isConstructor().and(not(takesNoArguments())))
                .getOnly();
        DynamicType.Builder<?> result = builder.modifiers(type.getModifiers() & ~Opcodes.ACC_ABSTRACT)
                .method(isVirtual().and(isDeclaredBy(isInterface())))
                .intercept(forward)
                .method(isAbstract().and(named("create")).and(isDeclaredBy(type)))
                .intercept(new Implementation.Simple(new Construction(constructor)));
        var wraps = type.getDeclaredMethods().filter(named("wrap").and(returns(named(RESULT_SET))));
        if (!wraps.isEmpty()) {
            result = result.method(isVirtual().and(isDeclaredBy(isInterface())).and(returns(named(RESULT_SET))))
                    .intercept(MethodCall.invoke(wraps.getOnly()).withMethodCall(forward));
        }
        return result;
    }

    @Override
    public void close() {
        // holds nothing
    }
}
