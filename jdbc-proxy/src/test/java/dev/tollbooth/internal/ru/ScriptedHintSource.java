package dev.tollbooth.internal.ru;

/**
 * A source like {@link ScriptedRuSource} whose unreported costs are estimated. Only the end of a statement shows
 * whether its cost is reported.
 */
public final class ScriptedHintSource implements InternalRuSource {

    @Override
    public String name() {
        return "scripted-hint";
    }

    @Override
    public boolean isPassive() {
        return false;
    }

    @Override
    public InternalRuReader open(SourceConnection connection) {
        return new ScriptedRuSource.Reader(false);
    }
}
