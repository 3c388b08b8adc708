package dev.tollbooth.internal.weaver;

import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.bytecode.ByteCodeAppender;
import net.bytebuddy.implementation.bytecode.member.MethodVariableAccess;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The body of a method that returns a new instance from its own arguments. It is written by hand, because Byte Buddy
 * refuses to construct a class that is abstract before weaving.
 */
final class Construction implements ByteCodeAppender {

    private final MethodDescription constructor;

    Construction(MethodDescription constructor) {
        this.constructor = constructor;
    }

    @Override
    public Size apply(MethodVisitor code, Implementation.Context context, MethodDescription method) {
        String owner = context.getInstrumentedType().getInternalName();
        code.visitTypeInsn(Opcodes.NEW, owner);
        code.visitInsn(Opcodes.DUP);
        int arguments =
                MethodVariableAccess.allArgumentsOf(method).apply(code, context).getMaximalSize();
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", constructor.getDescriptor(), false);
        code.visitInsn(Opcodes.ARETURN);
        return new Size(2 + arguments, method.getStackSize());
    }
}
