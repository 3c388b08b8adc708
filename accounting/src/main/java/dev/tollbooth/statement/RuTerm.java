package dev.tollbooth.statement;

/**
 * One term of what a statement's request units are made of: amount x ruPerUnit = ru.
 *
 * @param name what is counted
 * @param source where the amount is from
 * @param amount how much, in the unit that {@code name} says
 * @param ruPerUnit request units of one
 */
public record RuTerm(String name, String source, double amount, double ruPerUnit) {

    /** {@return the request units of this term} */
    public double ru() {
        return amount * ruPerUnit;
    }
}
