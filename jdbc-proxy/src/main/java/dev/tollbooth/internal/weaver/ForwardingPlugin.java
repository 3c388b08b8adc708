package dev.tollbooth.internal.weaver;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.isInterface;
import static net.bytebuddy.matcher.ElementMatchers.isProtected;
import static net.bytebuddy.matcher.ElementMatchers.isVirtual;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;

import dev.tollbooth.internal.proxy.Wrapping;
import java.sql.Wrapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import net.bytebuddy.build.Plugin;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.description.type.TypeList;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.MethodCall;
import net.bytebuddy.implementation.bytecode.ByteCodeAppender;
import net.bytebuddy.implementation.bytecode.member.MethodVariableAccess;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * A build plug-in that makes each abstract proxy concrete. Every interface method that the class does not implement
 * itself, default methods included, is forwarded to the driver's object, which is in the class's only protected field.
 * The {@code create} method calls the constructor. A further constructor makes a prototype, on which only {@code create}
 * is called.
 *
 * <p>If the class has a method {@code T wrap(T)} or {@code T wrap(T, String)}, forwarded results of that type go through
 * it, perhaps with the call's first argument. If the class or its superclass has a method {@code T read(T)}, values of
 * forwarded getters of columns go through it. If it has methods {@code void bound(int, T)}, they get the arguments of
 * forwarded setters of parameters. The forwarding code is a field read and an interface call: no reflection, no boxing.
 *
 * <p>{@code hashCode} and {@code toString} are the delegate's; {@link Wrapping} has the rest.
 */
public final class ForwardingPlugin implements Plugin {

    private static final String PROXIES = Wrapping.class.getPackageName();
    private static final MethodList<?> WRAPPING =
            TypeDescription.ForLoadedType.of(Wrapping.class).getDeclaredMethods();
    private static final MethodList<?> OF_OBJECT =
            TypeDescription.ForLoadedType.of(Object.class).getDeclaredMethods();

    @Override
    public boolean matches(@Nullable TypeDescription type) {
        return type != null && type.isAbstract() && !type.isInterface() && hasDelegate(type);
    }

    private static boolean hasDelegate(TypeDescription type) {
        return nameStartsWith(PROXIES).matches(type)
                && !type.getDeclaredFields().filter(isProtected()).isEmpty();
    }

    @Override
    public DynamicType.Builder<?> apply(
            DynamicType.Builder<?> builder, TypeDescription type, ClassFileLocator classFileLocator) {
        FieldDescription delegate =
                type.getDeclaredFields().filter(isProtected()).getOnly();
        MethodDescription constructor =
                type.getDeclaredMethods().filter(isConstructor()).getOnly();
        List<MethodDescription> hooks =
                new ArrayList<>(type.getDeclaredMethods().filter(named("wrap").or(named("read"))));
        hooks.addAll(type.getSuperClass().getDeclaredMethods().filter(named("read")));
        List<MethodDescription> bound =
                new ArrayList<>(type.getDeclaredMethods().filter(named("bound")));
        bound.sort(Comparator.comparing(ForwardingPlugin::precision));
        DynamicType.Builder<?> result = builder.modifiers(type.getModifiers() & ~Opcodes.ACC_ABSTRACT)
                .method(isAbstract().and(named("create")).and(isDeclaredBy(type)))
                .intercept(new Implementation.Simple(new Construction(constructor)))
                .defineConstructor(Visibility.PROTECTED)
                .intercept(new Implementation.Simple(ForwardingPlugin::prototype));
        for (MethodDescription method : forwarded(type)) {
            MethodCall forward =
                    MethodCall.invoke(method).onField(delegate.getName()).withAllArguments();
            result = result.defineMethod(
                            method.getName(), method.getReturnType().asErasure(), Visibility.PUBLIC)
                    .withParameters(method.getParameters().asTypeList().asErasures())
                    .throwing(method.getExceptionTypes().asErasures())
                    .intercept(
                            isOfWrapper(method)
                                    ? wrapping(method.getName(), delegate).withArgument(0)
                                    : body(forward, hook(method, hooks), setterHook(method, bound)));
        }
        return hasDelegate(type.getSuperClass().asErasure()) ? result : identified(result, type, delegate);
    }

    /** Writes the constructor of a prototype, which sets no field. */
    private static ByteCodeAppender.Size prototype(
            MethodVisitor code, Implementation.Context context, MethodDescription method) {
        TypeDefinition superclass = context.getInstrumentedType().getSuperClass();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, superclass.asErasure().getInternalName(), "<init>", "()V", false);
        code.visitInsn(Opcodes.RETURN);
        return new ByteCodeAppender.Size(1, method.getStackSize());
    }

    private static boolean isOfWrapper(MethodDescription method) {
        return method.getDeclaringType().asErasure().represents(Wrapper.class);
    }

    /** Returns a call of a method of {@link Wrapping} with the proxy and its delegate. */
    private static MethodCall wrapping(String method, FieldDescription delegate) {
        return MethodCall.invoke(WRAPPING.filter(named(method)).getOnly())
                .withThis()
                .withField(delegate.getName());
    }

    private static DynamicType.Builder<?> identified(
            DynamicType.Builder<?> builder, TypeDescription type, FieldDescription delegate) {
        return builder.defineMethod("equals", boolean.class, Visibility.PUBLIC)
                .withParameters(Object.class)
                .intercept(wrapping("equal", delegate).with(type).withArgument(0))
                .defineMethod("hashCode", int.class, Visibility.PUBLIC)
                .intercept(MethodCall.invoke(OF_OBJECT.filter(named("hashCode")).getOnly())
                        .onField(delegate.getName()))
                .defineMethod("toString", String.class, Visibility.PUBLIC)
                .intercept(MethodCall.invoke(OF_OBJECT.filter(named("toString")).getOnly())
                        .onField(delegate.getName()));
    }

    private static Implementation body(
            MethodCall forward, @Nullable MethodDescription ofResult, @Nullable MethodDescription ofParameter) {
        if (ofParameter != null) {
            int[] arguments = new int[ofParameter.getParameters().size()];
            Arrays.setAll(arguments, i -> i);
            return forward.andThen(MethodCall.invoke(ofParameter).withArgument(arguments));
        }
        if (ofResult == null) {
            return forward;
        }
        MethodCall wrapped = MethodCall.invoke(ofResult).withMethodCall(forward);
        return ofResult.getParameters().size() == 1 ? wrapped : wrapped.withArgument(0);
    }

    /**
     * Returns a sort key: the hook with the most arguments comes first, and {@code Object}, which accepts any
     * reference, last.
     */
    private static String precision(MethodDescription bound) {
        String types = bound.getDescriptor();
        return (9 - bound.getParameters().size()) + (types.startsWith("(ILjava/lang/Object;)") ? "z" : "a") + types;
    }

    /** Returns the hook for the arguments of a parameter's setter, null if there is none. */
    private static @Nullable MethodDescription setterHook(MethodDescription method, List<MethodDescription> bound) {
        if (!method.getName().startsWith("set") || !method.getReturnType().represents(void.class)) {
            return null;
        }
        TypeList given = method.getParameters().asTypeList().asErasures();
        for (MethodDescription hook : bound) {
            TypeList taken = hook.getParameters().asTypeList().asErasures();
            boolean fits = taken.size() <= given.size();
            for (int i = 0; fits && i < taken.size(); i++) {
                TypeDescription type = taken.get(i);
                fits = type.equals(given.get(i))
                        || (type.represents(Object.class) && !given.get(i).isPrimitive());
            }
            if (fits) {
                return hook;
            }
        }
        return null;
    }

    /** Returns the hook for the result of {@code method}, null if the result passes unchanged. */
    private static @Nullable MethodDescription hook(MethodDescription method, List<MethodDescription> hooks) {
        boolean column =
                method.getName().startsWith("get") && !method.getParameters().isEmpty();
        for (MethodDescription hook : hooks) {
            if (hook.getReturnType().asErasure().equals(method.getReturnType().asErasure())
                    && (column || hook.getName().equals("wrap"))) {
                return hook;
            }
        }
        return null;
    }

    /** Returns the interface methods that no class implements, sorted, because reflection has no order. */
    private static List<MethodDescription> forwarded(TypeDescription type) {
        List<MethodDescription> methods =
                new ArrayList<>(virtual(type).filter(isVirtual().and(isDeclaredBy(isInterface()))));
        methods.sort(Comparator.comparing(ForwardingPlugin::signature));
        return methods;
    }

    private static MethodList<?> virtual(TypeDescription type) {
        return MethodGraph.Compiler.DEFAULT
                .compile((TypeDefinition) type)
                .listNodes()
                .asMethodList();
    }

    private static String signature(MethodDescription method) {
        return method.getName() + method.getDescriptor();
    }

    @Override
    public void close() {
        // there is nothing to close
    }

    /**
     * The body of a method that returns a new instance from its own arguments. It is written by hand, because Byte
     * Buddy refuses to construct a class that is abstract before weaving.
     */
    private static final class Construction implements ByteCodeAppender {

        private final MethodDescription constructor;

        Construction(MethodDescription constructor) {
            this.constructor = constructor;
        }

        @Override
        public Size apply(MethodVisitor code, Implementation.Context context, MethodDescription method) {
            String owner = context.getInstrumentedType().getInternalName();
            code.visitTypeInsn(Opcodes.NEW, owner);
            code.visitInsn(Opcodes.DUP);
            int arguments = MethodVariableAccess.allArgumentsOf(method)
                    .apply(code, context)
                    .getMaximalSize();
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", constructor.getDescriptor(), false);
            code.visitInsn(Opcodes.ARETURN);
            return new Size(2 + arguments, method.getStackSize());
        }
    }
}
