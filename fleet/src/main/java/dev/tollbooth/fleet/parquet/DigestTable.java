package dev.tollbooth.fleet.parquet;

import java.util.Locale;

/**
 * The tables of texts by digest. A digest may have several rows, because its text, summary and system may come from
 * different records.
 */
public enum DigestTable {
    /** The normalized texts of statements. */
    TEXTS("digest BLOB, \"text\" VARCHAR, summary VARCHAR, \"system\" VARCHAR", "\"text\", summary, \"system\""),
    /** The texts of plans. */
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

    /** Returns the table's name in SQL, which is also the name of its folder. */
    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }

    String stage() {
        return "staged_" + sqlName();
    }

    String createStage() {
        return "CREATE OR REPLACE TABLE " + stage() + " (" + staged + ")";
    }

    /** Returns SQL that selects one row for each digest from {@code rows}, with the greatest value of each column. */
    public String byDigest(String rows) {
        StringBuilder sql = new StringBuilder("SELECT digest");
        for (String column : told.split(", ")) {
            sql.append(", max(").append(column).append(") AS ").append(column);
        }
        return sql + " FROM " + rows + " GROUP BY digest";
    }

    /** Returns SQL that selects no row, for a directory without such a table. */
    public String none() {
        return "SELECT '' AS digest, '' AS " + told.replace(", ", ", '' AS ") + " WHERE false";
    }
}
