package dev.tollbooth.internal.postgres.sql;

import java.util.Set;

/** The words by which the filter accepts or rejects a statement. */
final class SqlWords {

    /** The functions that are served. None of them makes a long text from short arguments. */
    static final Set<String> FUNCTIONS = Set.of(
            ("count sum avg min max stddev stddev_pop stddev_samp variance var_pop var_samp every bool_and bool_or"
                            + " percentile_cont percentile_disc median row_number rank dense_rank percent_rank cume_dist ntile"
                            + " lag lead first_value last_value coalesce nullif greatest least lower upper length"
                            + " char_length character_length octet_length round floor ceil ceiling trunc abs sign sqrt ln log"
                            + " log10 exp power mod cast left substring extract date_part date_trunc now current_date"
                            + " current_time current_timestamp localtime localtimestamp current_schema"
                            + " current_database current_catalog current_user has_database_privilege"
                            + " has_schema_privilege has_table_privilege format_type obj_description pg_get_userbyid"
                            + " pg_encoding_to_char pg_table_is_visible pg_postmaster_start_time")
                    .split(" "));

    /** First words of queries. */
    static final Set<String> QUERIES = Set.of("select", "values", "with", "table");

    /** Keywords that a parenthesis may follow. */
    static final Set<String> BEFORE_PARENTHESIS = Set.of(
            ("all and any as between by case distinct else except exists fetch filter from group having in intersect is"
                            + " join lateral limit materialized not offset on or order over select some then union using"
                            + " values when where")
                    .split(" "));

    /** Keywords that a string may follow; another word would give the string a type. */
    static final Set<String> BEFORE_STRING = Set.of(
            ("all and between by case date distinct else escape from having ilike in interval is like limit not on or"
                            + " select then time timestamp when where zone")
                    .split(" "));

    /** The types of casts. They must not have a length, which would pad or cut values. */
    static final Set<String> TYPES = Set.of(
            ("int integer bigint smallint int2 int4 int8 real float float4 float8 double numeric decimal boolean bool"
                            + " text varchar date time timestamp timestamptz")
                    .split(" "));

    /** Types that take numbers in parentheses. */
    static final Set<String> TYPES_WITH_PRECISION = Set.of("numeric", "decimal", "float", "time", "timestamp");

    /** Words that no served query may contain, because they mean changes, recursion, unlimited patterns or JSON. */
    static final Set<String> REFUSED =
            Set.of("recursive", "insert", "update", "delete", "merge", "into", "regexp", "rlike", "similar", "json");

    /** First words of statements that are refused with a hint to SELECT and TRUNCATE. */
    static final Set<String> CHANGES = Set.of(
            ("insert update delete merge replace upsert create drop alter grant revoke comment rename copy lock vacuum"
                            + " analyze reindex cluster refresh call do execute prepare move listen notify"
                            + " load import security reassign script runscript backup shutdown checkpoint help"
                            + " use kill")
                    .split(" "));

    private SqlWords() {}
}
