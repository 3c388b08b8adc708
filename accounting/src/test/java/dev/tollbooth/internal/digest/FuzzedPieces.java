package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.DialectFamily;
import dev.tollbooth.statement.SqlDialect;
import java.util.ArrayList;
import java.util.List;

/** The tokens, except for literals, of which a fuzzer builds statements; two are separated by a bar. */
final class FuzzedPieces {

    private static final String COMMON = """
            , ¦ , ¦ , ¦ ( ¦ ( ¦ ) ¦ ) ¦ = ¦ - ¦ + ¦ * ¦ / ¦ < ¦ > ¦ <= ¦ >= ¦ <> ¦ != ¦ || ¦ ; ¦ select ¦ from
            where ¦ and ¦ or ¦ not ¦ in ¦ is ¦ null ¦ true ¦ false ¦ default ¦ values ¦ insert into ¦ update ¦ set
            delete from ¦ order by ¦ group by ¦ by ¦ having ¦ limit ¦ all ¦ offset ¦ as ¦ case ¦ when ¦ then ¦ else
            end ¦ between ¦ like ¦ escape ¦ with ¦ recursive ¦ union ¦ join ¦ on ¦ using ¦ exists ¦ asc ¦ desc
            call ¦ merge ¦ begin ¦ commit ¦ create table ¦ drop ¦ explain ¦ a ¦ b ¦ t ¦ x1 ¦ col_2 ¦ t.a ¦ s.t.b
            t.* ¦ count(*) ¦ count ( ¦ count( ¦ now() ¦ f( ¦ sum(a) ¦ ? ¦ "q" ¦ cast( ¦ int ¦ varchar( ¦ interval
            date ¦ array ¦ {call p( ¦ {fn ¦ } ¦ row( ¦ to ¦ savepoint ¦ rollback to ¦ order by 1
            group by 2 , 3 desc ¦ 1 as n ¦ select distinct ¦ extract(year from ¦ (( ¦ )) ¦ ), ( ¦ in (
            """;

    private static final String MYSQL = """
            `q` ¦ `a``b` ¦ `?` ¦ `,` ¦ `(` ¦ @v ¦ @`x y` ¦ @'z' ¦ @@global.x ¦ @@sql_mode ¦ \\N ¦ := ¦ <=> ¦ &&
            ->'$.a' ¦ ->>'$.a' ¦ use index ( ¦ force index ¦ ignore key (a) ¦ straight_join ¦ _utf8mb4 ¦ _koi8r ¦ n
            /*! ¦ /*T![ttl] ¦ */ ¦ /*+ hint(t) */ ¦ div ¦ regexp ¦ on duplicate key ¦ for update ¦ 0b2 ¦ 123abc
            1_a ¦ { ¦ } ¦ \\ ¦ % ¦ ~ ¦ ^ ¦ << ¦ >> ¦ ! ¦ :
            """;

    private static final String POSTGRES = """
            $1 ¦ $2 ¦ ?? ¦ ??| ¦ ::text ¦ ::int[] ¦ ::numeric(10, 2) ¦ -> ¦ ->> ¦ #>> ¦ @> ¦ ~* ¦ !~ ¦ [ ¦ ] ¦ [1:
            x[1] ¦ u&"d\\0061t" ¦ "a""b" ¦ returning ¦ on conflict (id) do update ¦ limit all ¦ fetch first
            is distinct from ¦ at time zone ¦ similar to ¦ filter (where ¦ over ( ¦ partition by
            within group (order by ¦ nulls first ¦ for update ¦ array[ ¦ any( ¦ set x = ¦ set local y to
            release savepoint ¦ deallocate ¦ double precision ¦ timestamp with time zone ¦ lateral ¦ /*, ... */
            tablesample ¦ collate "C" ¦ operator(pg_catalog.+) ¦ .. ¦ := ¦ => ¦ && ¦ |/ ¦ @ ¦ normalize(a, ¦ nfc
            is nfd normalized ¦ year ¦ month to ¦ values (
            """;

    private static final String ANSI = """
            :name ¦ :1 ¦ ?1 ¦ #t ¦ @v ¦ @@rowcount ¦ [a] ¦ `q` ¦ "a""b" ¦ ** ¦ -> ¦ ->> ¦ :: ¦ := ¦ => ¦ != ¦ ^=
            == ¦ $action ¦ connect by prior ¦ rownum ¦ top ¦ fetch first ¦ rows only ¦ minus ¦ (+) ¦ returning
            merge into ¦ nologging ¦ ~ ¦ % ¦ & ¦ | ¦ ^ ¦ \\ ¦ $a
            """;

    private FuzzedPieces() {}

    static List<String> of(SqlDialect dialect) {
        List<String> pieces = new ArrayList<>(split(COMMON));
        pieces.addAll(
                switch (DialectFamily.of(dialect)) {
                    case MYSQL -> split(MYSQL);
                    case POSTGRESQL -> split(POSTGRES);
                    case ANSI -> split(ANSI);
                });
        return pieces;
    }

    private static List<String> split(String pieces) {
        return List.of(pieces.strip().split("\\s*[¦\n]\\s*", -1));
    }
}
