package dev.tollbooth.integration.architecture;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The public API: the public types of the four public packages, and the types in their signatures. */
final class PublicSignatures {

    /** The packages that the jar exports. */
    static final Set<String> PACKAGES =
            Set.of("dev.tollbooth.jdbc", "dev.tollbooth.statement", "dev.tollbooth.report", "dev.tollbooth.spi");

    private PublicSignatures() {}

    /** Returns whether the class of this name is in one of the four packages. */
    static boolean isInPublicPackage(String className) {
        int end = className.lastIndexOf('.');
        return end >= 0 && PACKAGES.contains(className.substring(0, end)) && !className.endsWith("package-info");
    }

    /** Returns whether a user's code can name {@code type}; nested types count as types of their own. */
    static boolean isPublic(Class<?> type) {
        boolean visible = PACKAGES.contains(type.getPackageName()) && !type.isSynthetic();
        for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
            visible &= Modifier.isPublic(outer.getModifiers());
        }
        return visible;
    }

    /** Returns all signatures, sorted, one a line. */
    static String of(List<Class<?>> types) {
        StringBuilder text = new StringBuilder();
        types.stream().sorted(Comparator.comparing(Class::getName)).forEach(type -> {
            text.append(text.length() == 0 ? "" : "\n")
                    .append(type.toGenericString())
                    .append(parents(type))
                    .append('\n');
            members(type).stream()
                    .map(PublicSignatures::text)
                    .sorted()
                    .forEach(line -> text.append("    ").append(line).append('\n'));
        });
        return text.toString();
    }

    private static String parents(Class<?> type) {
        Type parent = type.getGenericSuperclass();
        StringBuilder text = new StringBuilder();
        if (parent != null && parent != Object.class && parent != Record.class && !type.isEnum()) {
            text.append(" extends ").append(parent.getTypeName());
        }
        for (Type implemented : type.getGenericInterfaces()) {
            text.append(" : ").append(implemented.getTypeName());
        }
        return text.toString();
    }

    /** Returns a member as Java writes it, without modifiers that don't matter to callers. */
    private static String text(Object member) {
        return String.valueOf(
                        member instanceof Executable seen ? seen.toGenericString() : ((Field) member).toGenericString())
                .replaceAll("\\b(synchronized|native|transient|strictfp) ", "");
    }

    private static List<Object> members(Class<?> type) {
        List<Object> members = new ArrayList<>();
        members.addAll(Arrays.asList(type.getDeclaredFields()));
        members.addAll(Arrays.asList(type.getDeclaredConstructors()));
        members.addAll(Arrays.asList(type.getDeclaredMethods()));
        members.removeIf(member -> !isSeen((java.lang.reflect.Member) member));
        return members;
    }

    private static boolean isSeen(java.lang.reflect.Member member) {
        boolean visible = Modifier.isPublic(member.getModifiers()) || Modifier.isProtected(member.getModifiers());
        return visible && !member.isSynthetic();
    }

    /** Returns the members of {@code type} that a user can call and that mention an internal type. */
    static List<String> internalTypes(Class<?> type) {
        List<String> problems = new ArrayList<>();
        note(problems, type.getName() + " extends", type.getGenericSuperclass());
        note(problems, type.getName() + " implements", type.getGenericInterfaces());
        note(problems, type.getName() + " of", type.getTypeParameters());
        for (Object member : members(type)) {
            if (member instanceof Field field) {
                note(problems, field.toString(), field.getGenericType());
            } else if (member instanceof Constructor<?> constructor) {
                note(problems, constructor);
            } else if (member instanceof Method method) {
                note(problems, method.toString(), method.getGenericReturnType());
                note(problems, method);
            }
        }
        return problems;
    }

    private static void note(List<String> problems, Executable seen) {
        note(problems, seen.toString(), seen.getGenericParameterTypes());
        note(problems, seen.toString(), seen.getGenericExceptionTypes());
        note(problems, seen.toString(), seen.getTypeParameters());
    }

    private static void note(List<String> problems, String where, Type... mentioned) {
        Arrays.stream(mentioned)
                .filter(type -> type != null && type.getTypeName().contains("dev.tollbooth.internal"))
                .forEach(type -> problems.add(where + " mentions " + type.getTypeName()));
    }
}
