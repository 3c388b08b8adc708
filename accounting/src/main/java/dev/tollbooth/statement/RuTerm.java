package dev.tollbooth.statement;

/**
 * One term of a statement's request units: amount x ruPerUnit = ru.
 *
 * @param name the name of the counted thing
 * @param source the source of the amount
 * @param amount the amount, in the unit that the name implies
 * @param ruPerUnit request units per unit
 */
public record RuTerm(String name, String source, double amount, double ruPerUnit) {

    /** {@return the request units of this term} */
    public double ru() {
        return amount * ruPerUnit;
    }
}
