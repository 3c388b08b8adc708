package dev.tollbooth.internal.ru;

/** As {@link ScriptedRuSource}, and what it does not tell is estimated: nobody knows before the end of a statement. */
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
