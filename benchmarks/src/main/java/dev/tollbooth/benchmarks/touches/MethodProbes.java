package dev.tollbooth.benchmarks.touches;

import java.util.Set;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A visitor that puts a probe beside each instruction of a method. A probe leaves the stack as it was, so the frames
 * stay valid.
 *
 * <p>Not thread-safe.
 */
final class MethodProbes extends MethodVisitor {

    private static final String PROBES = Type.getInternalName(Touched.class);
    private static final Set<String> LOOK_UPS =
            Set.of("get", "put", "getOrDefault", "putIfAbsent", "computeIfAbsent", "containsKey", "remove", "merge");

    private final String type;
    private final String method;
    private boolean initialized;
    private int instructions;

    MethodProbes(MethodVisitor next, String type, String name, String descriptor) {
        super(Opcodes.ASM9, next);
        this.type = type;
        this.method = name + descriptor;
        this.initialized = !name.equals("<init>");
    }

    @Override
    public void visitCode() {
        super.visitCode();
        super.visitLdcInsn(type);
        super.visitLdcInsn(method);
        probe("entered", "(Ljava/lang/String;Ljava/lang/String;)V");
    }

    private void probe(String name, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, name, descriptor, false);
    }

    private void instruction() {
        super.visitLdcInsn(type + '.' + method);
        super.visitLdcInsn(instructions++);
        probe("instruction", "(Ljava/lang/String;I)V");
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        instruction();
        boolean wide = Type.getType(descriptor).getSize() == 2;
        // before the superclass's constructor, no other code may see the object
        if (opcode == Opcodes.GETFIELD && initialized) {
            super.visitInsn(Opcodes.DUP);
            field(name, false);
        } else if (opcode == Opcodes.PUTFIELD && initialized) {
            if (wide) {
                super.visitInsn(Opcodes.DUP2_X1);
                super.visitInsn(Opcodes.POP2);
                super.visitInsn(Opcodes.DUP);
                field(name, true);
                super.visitInsn(Opcodes.DUP_X2);
                super.visitInsn(Opcodes.POP);
            } else {
                super.visitInsn(Opcodes.DUP2);
                super.visitInsn(Opcodes.POP);
                field(name, true);
            }
        }
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    private void field(String name, boolean written) {
        super.visitLdcInsn(name);
        super.visitInsn(written ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        probe("field", "(Ljava/lang/Object;Ljava/lang/String;Z)V");
    }

    @Override
    public void visitInsn(int opcode) {
        instruction();
        if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
            super.visitInsn(Opcodes.DUP2);
            element(opcode - Opcodes.IALOAD, false);
        } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            boolean wide = opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE;
            super.visitInsn(wide ? Opcodes.DUP2_X2 : Opcodes.DUP_X2);
            super.visitInsn(wide ? Opcodes.POP2 : Opcodes.POP);
            super.visitInsn(Opcodes.DUP2);
            element(opcode - Opcodes.IASTORE, true);
            super.visitInsn(wide ? Opcodes.DUP2_X2 : Opcodes.DUP2_X1);
            super.visitInsn(Opcodes.POP2);
        }
        super.visitInsn(opcode);
    }

    /**
     * Adds a probe for an array element; kinds are in the order of the instructions: int, long, float, double,
     * reference, byte, char, short.
     */
    private void element(int kind, boolean written) {
        int bytes = switch (kind) {
            case 1, 3 -> 8;
            case 5 -> 1;
            case 6, 7 -> 2;
            default -> 4;
        };
        super.visitLdcInsn(bytes);
        super.visitInsn(written ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        probe("element", "(Ljava/lang/Object;IIZ)V");
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        instruction();
        boolean handle = owner.equals("java/lang/invoke/VarHandle");
        boolean atomicClass = owner.startsWith("java/util/concurrent/atomic/");
        if ((handle || atomicClass) && (name.contains("And") || name.equals("add"))) {
            probe("atomic", "()V");
        } else if (handle ? !name.equals("get") && !name.equals("set") : atomicClass && !name.equals("<init>")) {
            probe("ordered", "()V");
        } else if (owner.startsWith("java/util/") && owner.endsWith("Map") && LOOK_UPS.contains(name)) {
            probe("lookedUp", "()V");
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        if (opcode == Opcodes.INVOKESPECIAL && name.equals("<init>")) {
            initialized = true;
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        instruction();
        super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        instruction();
        super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitTypeInsn(int opcode, String operand) {
        if (opcode == Opcodes.NEW) {
            // frames refer to the position of this instruction, so no other code may come between it and its label
            super.visitTypeInsn(opcode, operand);
            instruction();
        } else {
            instruction();
            super.visitTypeInsn(opcode, operand);
        }
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        instruction();
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        instruction();
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitLdcInsn(Object value) {
        instruction();
        super.visitLdcInsn(value);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        instruction();
        super.visitIincInsn(variable, increment);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        instruction();
        super.visitTableSwitchInsn(min, max, otherwise, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        instruction();
        super.visitLookupSwitchInsn(otherwise, keys, labels);
    }
}
