package dev.tollbooth.fleet.parquet;

import java.util.Locale;

/** The tables of texts by digest; a digest may have several rows, each from one report. */
public enum DigestTable {
    /** Statements. */
    TEXTS("digest BLOB, \"text\" VARCHAR, summary VARCHAR, \"system\" VARCHAR", "\"text\", summary, \"system\""),
    /** Plans. */
    PLANS("digest BLOB, \"text\" VARCHAR", "\"text\"");

    private final String staged;
    private final String told;
    /** The columns in a file. */
    final String columns;
    /** The same columns, selected from the staging table. */
    final String selected;

    DigestTable(String staged, String told) {
        this.staged = staged;
        this.told = told;
        this.columns = "digest, " + told;
        this.selected = "lower(hex(digest)) AS digest, " + told;
    }

    /** Returns the name of its folder and in SQL. */
    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }

    String stage() {
        return "staged_" + sqlName();
    }

    String createStage() {
        return "CREATE OR REPLACE TABLE " + stage() + " (" + staged + ")";
    }

    /** Returns SQL for one row per digest. */
    public String byDigest(String rows) {
        StringBuilder sql = new StringBuilder("SELECT digest");
        for (String column : told.split(", ")) {
            sql.append(", max(").append(column).append(") AS ").append(column);
        }
        return sql + " FROM " + rows + " GROUP BY digest";
    }

    /** Returns SQL for no row. */
    public String none() {
        return "SELECT '' AS digest, '' AS " + told.replace(", ", ", '' AS ") + " WHERE false";
    }
}
