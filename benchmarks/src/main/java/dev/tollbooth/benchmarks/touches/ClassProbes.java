package dev.tollbooth.benchmarks.touches;

import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * A visitor that puts probes into each method of a class.
 *
 * <p>Not thread-safe.
 */
final class ClassProbes extends ClassVisitor {

    private final String type;

    ClassProbes(ClassVisitor next, String type) {
        super(Opcodes.ASM9, next);
        this.type = type;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        // run when the class is created, not by the statement
        return name.equals("<clinit>") ? next : new MethodProbes(next, type, name, descriptor);
    }
}
