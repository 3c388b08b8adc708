package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests lists and chains that are as long as an application's data: any number of parts has the same digest. */
class AlikePartsTest {

    /** Statements with a repeated part in brackets, and the text between two parts. */
    private static final List<String> CHAINS = List.of(
            "insert into t values ‹(?, now())›, ",
            "insert into t (a, b) values ‹(default, #)›, ",
            "insert into t values ‹(nextval('s'), ?)›, ",
            "insert into t values ‹(cast(? as json), #)›, ",
            "insert into t values ‹(default, now())›, ",
            "insert into t values ‹(#)›, ",
            "insert into t values ‹(#, null, true, 'x')›, ",
            "insert into t (a) values ‹((select max(b) from u where c = #))›, ",
            "select a from t where b in (‹#›, )",
            "select a from t where b in (‹upper(?)›, )",
            "select a from t where b in (‹{d '2024-01-01'}›, )",
            "select a from t where b in (‹date '2024-01-01'›, )",
            "select a from t where (b, c) in (‹(upper(?), #)›, ) and d = 1",
            "select a from t where b = # and (‹id = #› or )",
            "select a from t where ‹id = #› or ",
            "select a from t where ‹id = # and b like ?› or  order by a",
            "select a from t where ‹id between # and #› or  limit 5",
            "select a from t where ‹id <> #› and  group by a",
            "select a from t where ‹id not between # and #› and ",
            "delete from t where ‹(a = # and b = #)› or ",
            "select a from t join u on ‹t.a = # and u.b = ?› or  where c = 1",
            "insert into t ‹select ?, upper(?)› union all ",
            "‹select #, ? from dual› union all ",
            "‹select a from t where b = #› union ",
            "select * from (‹select # as a, f(?) as b› union all ) x",
            "‹(select a from t where b = #)› union all ",
            "update t set a = case b ‹when # then #›  end where c = 1",
            "update t set a = case ‹when b = # then f(?)›  else 1 end, d = 2",
            "select case ‹when a = # or a = # then case when b then # end›  end from t",
            "insert all ‹into t (a, b) values (#, s.nextval)›  select a from dual",
            "merge into t using (‹select # as a, ? as b from dual› union all ) s on (t.a = s.a)");

    private static final int[] COUNTS = {1, 2, 3, 7, 50, 400};

    /** Returns the least number of parts whose digest larger numbers share: 2 in a chain with operators, else 1. */
    private static int least(String chain) {
        return chain.matches(".*› ?(or|and|union).*") ? 2 : 1;
    }

    private static Stream<SqlDialect> unbound() {
        return Stream.of(SqlDialect.values())
                .filter(dialect -> dialect != SqlDialect.TIDB && !dialect.name().startsWith("POSTGRES"));
    }

    private static String repeat(String chain, int count) {
        int open = chain.indexOf('‹');
        int close = chain.indexOf('›');
        String part = chain.substring(open + 1, close);
        String rest = chain.substring(close + 1);
        String separator = Stream.of(" union all ", " union ", " or ", " and ", ", ", "  ")
                .filter(rest::startsWith)
                .map(found -> found.equals("  ") ? " " : found)
                .findFirst()
                .orElseThrow();
        StringBuilder sql = new StringBuilder(chain.substring(0, open).replace("#", "7"));
        for (int i = 0; i < count; i++) {
            sql.append(i == 0 ? "" : separator).append(part.replace("#", String.valueOf(i)));
        }
        return sql.append(rest.substring(separator.length())).toString();
    }

    @Test
    void digest_chainsOfAnyLength_isThatOfOnePart() {
        unbound().forEach(dialect -> {
            TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
            for (String chain : CHAINS) {
                TextDigest one = normalizer.digest(repeat(chain, least(chain)));
                for (int count : COUNTS) {
                    if (count < least(chain)) {
                        assertThat(normalizer.digest(repeat(chain, count)))
                                .as("%s in %s", chain, dialect)
                                .isNotEqualTo(one);
                        continue;
                    }
                    assertThat(normalizer.digest(repeat(chain, count)).text())
                            .as("%s %d times in %s", chain, count, dialect)
                            .isEqualTo(one.text());
                    assertThat(normalizer.digest(repeat(chain, count))).isEqualTo(one);
                }
            }
        });
    }

    /** Tests that different elements stay, each once and in the order of their first use. */
    @Test
    void digest_listsOfMixedElements_isThatOfOneOfEach() {
        List<List<String>> groups = List.of(
                List.of("now()", "now(), now()", "now(), now(), now()"),
                List.of("1, now()", "1, now(), now()", "1, 2, now()", "null, ?, now(), 'x', now(), 3"),
                List.of("now(), 1", "now(), 1, now(), 2, 3"),
                List.of("default, now(), 1", "default, now(), default, 1, ?, now()"),
                List.of("1, cast(? as int)", "1, cast(? as int), null, 5, cast('7' as int)", "1, 2, cast(? as int)"),
                List.of("upper(?), lower(?)", "upper(?), lower('x'), lower('y'), upper(?)"),
                List.of("current_date", "current_date, current_date"),
                List.of("b", "b, b", "b, b, b"),
                List.of("b, c", "b, c, c, b"),
                List.of("1", "1, 2", "null, 1, 'x', -5"));
        unbound().forEach(dialect -> {
            TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
            Map<TextDigest, List<String>> seen = new HashMap<>();
            for (List<String> lists : groups) {
                TextDigest first = normalizer.digest("select a from t where d in (" + lists.get(0) + ") and e = 1");
                for (String list : lists) {
                    assertThat(normalizer.digest("select a from t where d in (" + list + ") and e = 1"))
                            .as("%s in %s", list, dialect)
                            .isEqualTo(first);
                }
                assertThat(seen.put(first, lists))
                        .as("%s in %s", lists, dialect)
                        .isNull();
            }
        });
    }

    @Test
    void digest_rowsOfMixedElements_isThatOfOneOfEach() {
        unbound().forEach(dialect -> {
            TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
            TextDigest two = normalizer.digest("insert into t values (1, default), (1, 2)");
            for (String rows : List.of(
                    "(?, default), (3, 4), (5, default)",
                    "(1, default), (2, default), (3, null), (4, ?)",
                    "(1, default), (1, 2), (1, default), (1, 2), (1, default)")) {
                assertThat(normalizer.digest("insert into t values " + rows))
                        .as("%s in %s", rows, dialect)
                        .isEqualTo(two);
            }
            assertThat(normalizer.digest("insert into t values (1, default)")).isNotEqualTo(two);
        });
    }

    @Test
    void digest_otherOperators_isAnother() {
        List<String> texts = List.of(
                "select a from t where a = 1",
                "select a from t where a = 1 or a = 2",
                "select a from t where a = 1 and a = 2",
                "select a from t where a = 1 and a = 2 or a = 3",
                "select a from t where a = 1 or a = 2 and a = 3",
                "select a from t where (a = 1 or a = 2) and (a = 1 or a = 2)",
                "select a from t where (a = 1 and a = 2) or (a = 1 and a = 2)",
                "select 1",
                "select 1 union select 2",
                "select 1 union all select 2",
                "select 1 except select 2",
                "select 1 intersect select 2",
                "select 1 union select 2 union all select 3",
                "select 1 union all select 2 union select 3");
        unbound().forEach(dialect -> {
            TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
            Map<TextDigest, String> seen = new HashMap<>();
            for (String sql : texts) {
                assertThat(seen.put(normalizer.digest(sql), sql))
                        .as("%s in %s: %s", sql, dialect, normalizer.normalize(sql))
                        .isNull();
            }
        });
    }

    /** Tests that TiDB's and PostgreSQL's digests equal those of the servers. */
    @ParameterizedTest
    @EnumSource(
            value = SqlDialect.class,
            names = {"TIDB", "POSTGRESQL"})
    void digest_chainsOfAServersDialect_areKept(SqlDialect dialect) {
        TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
        for (String sql : List.of(
                "select a from t where id = 1 or id = 2",
                "select upper('x') union all select upper('y')",
                "insert into t values (f(1), now()), (f(2), now())",
                "select case when a = 1 then 2 when a = 3 then 4 end")) {
            assertThat(normalizer.normalize(sql).length()).as(sql).isGreaterThanOrEqualTo(sql.length());
        }
    }

    @Test
    void digest_otherShapes_isAnother() {
        List<String> shapes = List.of(
                "select a from t where id = 1",
                "select a from t where id = 1 or id > 2",
                "select a from t where id = 1 and id > 2",
                "select a from t where id = 1 or id > 2 or id = 3",
                "select a from t where id = 1 or name = 'x'",
                "select a from t where b + id = 1 or id = 2",
                "select a from t where id = 1 and b = 2 or b = 3",
                "select a from t where id = b or id = b",
                "select a from t where not id = 1 or id = 2",
                "select a from t where x between 1 and 2 and 3",
                "select a from t where x between 1 and 2",
                "select a, a from t where id = 1",
                "select f(1), f(1), f(1) from t",
                "select f(1), f(1) from t",
                "select f(1) from t",
                "select a from t where f(id, 1), (id, 1)",
                "select a from t where f(id, 1)",
                "select a from t where id in (1) or id in (f(1))",
                "select a from t where id = 1 union select b from t where id = 1",
                "select case when a = 1 then b when a = 2 then c end",
                "select case when a = 1 then b when a = 2 then b else b end",
                "select case when a = 1 then b end");
        unbound().forEach(dialect -> {
            TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
            Map<TextDigest, String> seen = new HashMap<>();
            for (String sql : shapes) {
                assertThat(seen.put(normalizer.digest(sql), sql))
                        .as("%s in %s: %s", sql, dialect, normalizer.normalize(sql))
                        .isNull();
            }
        });
    }

    @Test
    void normalize_randomTrees_areWhatThePlainRuleMakesOfThem() {
        for (SqlDialect dialect : List.of(SqlDialect.H2, SqlDialect.MYSQL, SqlDialect.ORACLE, SqlDialect.GENERIC)) {
            TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
            Random random = new Random(20261129);
            int dropped = 0;
            for (int i = 0; i < 5_000; i++) {
                Chain chain = chain(random, 4, 1 + random.nextInt(3));
                String sql = "select a from t where " + chain.written();
                Chain plain = chain.plain(normalizer);

                assertThat(normalizer.normalize(sql))
                        .as(sql)
                        .isEqualTo(normalizer.normalize("select a from t where " + plain.written()));
                dropped += plain.written().length() < sql.length() - "select a from t where ".length() ? 1 : 0;
            }
            assertThat(dropped).isGreaterThan(1_000);
        }
    }

    /**
     * A tree of parts: {@code before} the first, {@code between} two, and {@code behind} the last; a leaf has no parts.
     */
    private record Chain(String before, String between, String behind, List<Chain> parts) {

        String written() {
            List<String> texts = parts.stream().map(Chain::written).toList();
            return before + String.join(between, texts) + behind;
        }

        /** Removes each part that has a literal or is a row, if the previous part has the same text. */
        Chain plain(TextNormalizer normalizer) {
            boolean operators = between.contains("or") || between.contains("and") || between.contains("union");
            List<Chain> kept = new ArrayList<>();
            for (Chain part : parts) {
                Chain plain = part.plain(normalizer);
                String text = normalizer.normalize(plain.written());
                boolean alike = kept.size() > (operators ? 1 : 0)
                        && text.equals(
                                normalizer.normalize(kept.get(kept.size() - 1).written()))
                        && (hasLiteral(text) || (isRow(text) && !operators));
                if (!alike) {
                    kept.add(plain);
                }
            }
            return new Chain(before, between, behind, kept);
        }

        private boolean hasLiteral(String text) {
            return text.contains("?") || text.contains("...") || between.contains("then");
        }

        private boolean isRow(String text) {
            return text.startsWith("(") && text.endsWith(")");
        }
    }

    private static Chain leaf(Random random, int kinds) {
        String name = String.valueOf((char) ('b' + random.nextInt(kinds)));
        String literal = String.valueOf(random.nextInt(100));
        return new Chain(
                switch (random.nextInt(4)) {
                    case 0 -> name;
                    case 1 -> name + " = " + literal;
                    case 2 -> "f(" + literal + ")";
                    default -> name + " between " + literal + " and 'x'";
                },
                "",
                "",
                List.of());
    }

    private static Chain chain(Random random, int depth, int kinds) {
        if (depth == 0 || random.nextInt(4) == 0) {
            return leaf(random, kinds);
        }
        List<Chain> parts = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            boolean same = !parts.isEmpty() && random.nextInt(3) > 0;
            parts.add(same ? parts.get(parts.size() - 1) : chain(random, depth - 1, kinds));
        }
        return switch (random.nextInt(6)) {
            case 0 -> new Chain("(", " or ", ")", parts);
            case 1 -> new Chain("(", " and ", ")", parts);
            case 2 -> new Chain("g(", ", ", ")", parts);
            case 3 -> new Chain("(", ", ", ")", parts);
            case 4 -> new Chain("(select ", " union all select ", ")", parts);
            default -> new Chain("case when ", " then 1 when ", " then 1 end", parts);
        };
    }

    @Test
    void digest_partsOfMegabytes_isThatOfOnePart() {
        for (SqlDialect dialect : List.of(SqlDialect.H2, SqlDialect.MARIADB, SqlDialect.GENERIC)) {
            TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
            for (String chain : CHAINS) {
                assertThat(normalizer.digest(repeat(chain, 30_000)))
                        .as("%s in %s", chain, dialect)
                        .isEqualTo(normalizer.digest(repeat(chain, least(chain))));
            }
        }
    }
}
