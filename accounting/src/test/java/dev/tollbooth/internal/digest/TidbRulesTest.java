package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the rules of TiDB's scanner and normalizer one by one, beyond the published cases. */
class TidbRulesTest {

    private final TextNormalizer tidb = new TextNormalizer(SqlDialect.TIDB, DigestOptions.DEFAULT);

    static Stream<List<String>> rules() {
        return Stream.of(
                // comments
                List.of("select 1--1", "select ? - ?"),
                List.of("select 1 -- 1", "select ?"),
                List.of("select 1 --", "select ?"),
                List.of("select 1 #x\n+ a", "select ? + `a`"),
                List.of("select /*x*/ 1 /**/ , /***/ a /* * / */", "select ? , `a`"),
                List.of("select /*/ 1 */ a", "select `a`"),
                List.of("select /*! 1 */ , /*!50001 a */ from t", "select ? , `a` from `t`"),
                List.of("select /*!5000 1 */", "select ? ?"),
                List.of("select /*!500011 */", "select ?"),
                List.of(
                        "create table t (a int /*T![ttl] ttl */ /*T![nope] x */ /*T! y */)",
                        "create table `t` ( `a` int ttl `y` )"),
                List.of("select /*T![ttl,placement] a */ , /*T![ttl,nope] b */ 1", "select `a` , ?"),
                List.of("select /*M! a */ 1", "select ?"),
                List.of("select 1 */ 2", "select ? * / ?"),
                List.of("select a /* never", "select `a` "),
                // strings
                List.of("select 'a''b', \"c\"\"d\", 'e\\'f'", "select ..."),
                List.of("select 'a' 'b'", "select ? ?"),
                List.of("select n'a', N'b', n 'c', _utf8'd', _koi8r'e'", "select ... , `n` ... , `_koi8r` ?"),
                List.of("select x'1F', X'', b'01', 0x1f, 0b10", "select ..."),
                List.of(
                        "select 0B101, 0x, 0xzz, 0b2, 1e, 123abc, 1_a",
                        "select `0b101` , `0x` , `0xzz` , `0b2` , `1e` , `123abc` , `1_a`"),
                List.of("select 1., .5, 1e5, 1e+5, 1.5e-3, 007", "select ..."),
                List.of("select t.1a, .1e", "select `t` ? `a` ,"),
                List.of("select 0x1F.5", "select ? `x1f` ?"),
                List.of("select 1.5e, 2", "select `1`"),
                List.of("select 9e9e", "select ? `e`"),
                List.of("select x'1g'", "select"),
                List.of("select 'abc", "select"),
                List.of("select a \u0001 b", "select `a`"),
                // names
                List.of(
                        "select @A, @`x Y`, @'z', @@global.X, @@`Sql_Mode`, @@session.`a`, @",
                        "select @a , @x y , @z , @@global.x , @@sql_mode , @@session.a , @"),
                List.of("select @@ a", "select  `a`"),
                List.of("select `a``b`, `C`", "select `a`b` , `c`"),
                List.of(
                        "select t.select, t . from, select.t, t.\n select",
                        "select `t` . `select` , `t` . `from` , `select` . `t` , `t` . select"),
                List.of("select 1. from t", "select ? `from` `t`"),
                List.of(
                        "select count(a), count (a), sum, now(), now",
                        "select count ( `a` ) , `count` ( `a` ) , sum , now ( ) , now"),
                List.of("select \u0130n, \u212Aill, \u00C4", "select in , kill , `\u00E4`"),
                List.of("select \uD83D x", "select `\uFFFD` `x`"),
                // operators
                List.of(
                        "a||b&&c&^d:=e<=>f>=g<=h!=i<>j<<k>>l|m&n:o!p",
                        "`a` || `b` && `c` &^ `d` := `e` <=> `f` >= `g` <= `h` != `i` <> `j` << `k` >> `l` | `m` & `n` : `o` ! `p`"),
                List.of("`a`->'$.b'", "`a`  ?"),
                List.of("a->>'$.b'", "`a`  ?"),
                List.of("select ~1 ^ 2 % 3 \\ 4 { 5 } [ 6 ]", "select ~ ? ^ ? % ? \\ ? { ? } [ ? ]"),
                // the end
                List.of("select 1; \n\t", "select ?"),
                List.of("select 1;;", "select ? ;"),
                List.of("select 1; select a; select b", "select ? ; select `a` ; select `b`"),
                List.of("select 1; select 2;", "select ? ; select ?"),
                List.of("select 1; select 2; select 3;", "select ? ; select ?"),
                List.of("select 1; -- x", "select ? ;"),
                List.of(";", ""),
                List.of("", ""),
                // 1: hints of indexes
                List.of(
                        "select * from t use index (a) ignore index for join (b) force index () where 1",
                        "select * from `t` where ?"),
                List.of("select * from t use key (a)", "select * from `t` use key ( `a` )"),
                List.of("use `index` ( a ) x", "`x`"),
                List.of("use 'index' ')' x", "`x`"),
                List.of("use index x'1g) select 1", "use index `g` ) select ?"),
                List.of("select straight_join a, `straight_join`", "select join `a` , `join`"),
                // 2: stars
                List.of("select *, t.*, (*), 2*3, '*', ('*')", "select * , `t` . * , ( ? ) , ? * ? , * , ( ? )"),
                // 3: signs
                List.of("-1", "?"),
                List.of(
                        "a = -1 and b != -1 and c in (-1, +x'1F', -.5, -b'1', -'x')",
                        "`a` = ? and `b` != - ? and `c` in ( ... , - ? , - ? )"),
                List.of("select - - 1, a - - 1, is -1, <> -1, < -1", "select - ? , `a` - ? , is ? , <> - ? , < ?"),
                List.of("@select - 1", "@select ?"),
                // 4 to 6: lists
                List.of(
                        "in (1), in (1,2), in (?,?,?), f(null, \\N, 1)",
                        "in ( ? ) , in ( ... ) , in ( ... ) , `f` ( ... )"),
                List.of("in (true, false, default, 1)", "in ( true , false , default , ? )"),
                List.of("(_utf8'a', 'b'), (_utf8'a', _utf8'b', 'c', _utf8'd')", "( (_charset) ... ) , ( ... )"),
                List.of("(1, _utf8'a')", "( ... )"),
                List.of("values (1,'a'),(2,'b'),(3)", "values ( ... )"),
                List.of("values (1,a),(2,a)", "values ( ? , `a` ) , ( ? , `a` )"),
                List.of("values row(1,2), row(3,4)", "values row ( ... ) , row ( ... )"),
                // 7: positions
                List.of("order by 1, 2, 3", "order by 1 , 2 , 3"),
                List.of("order by a, 2", "order by `a` , 2"),
                List.of("order by a desc, 2", "order by `a` desc , ?"),
                List.of("order by (1, 2)", "order by ( 1 , 2 )"),
                List.of("group by ((1))", "group by ( ( ? ) )"),
                List.of("order by -1, +2", "order by - ..."),
                List.of("order by 1.0, '2', 3", "order by ..."),
                List.of("`order` by 1", "`order` by 1"),
                List.of("order by 1 + 2", "order by 1 + ?"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void normalize_rule_givesTheServersText(List<String> rule) {
        assertThat(tidb.normalize(rule.get(0))).isEqualTo(rule.get(1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            8.5.3 | select 1; | select ?
            8.5.3 | in (_utf8'a', _utf8'b') | in ( ... )
            8.5.2 | in (_utf8'a', _utf8'b') | in ( (_charset) ? , (_charset) ? )
            7.3.0 | select 1; | select ?
            7.2.0 | select 1; | select ? ;
            7.2.0 | (1),(2) | ( ... )
            7.1.9 | (1),(2) | ( ? ) , ( ? )
            """)
    void normalize_olderServer_followsItsRules(String version, String sql, String text) {
        TextNormalizer older =
                new TextNormalizer(SqlDialect.TIDB, new DigestOptions(4096, true, TidbVersion.parse(version)));

        assertThat(older.normalize(sql)).isEqualTo(text);
    }

    @Test
    void normalize_withoutBackslashEscapes_endsStringsElsewhere() {
        TextNormalizer plain =
                new TextNormalizer(SqlDialect.MYSQL, new DigestOptions(4096, false, TidbVersion.CURRENT));

        assertThat(plain.normalize("select 'a\\', b")).isEqualTo("select ? , `b`");
        assertThat(tidb.normalize("select 'a\\', b")).isEqualTo("select");
    }

    /** Tests that servers with the same rules share a cache of digests. */
    @ParameterizedTest
    @CsvSource({
        "8.5.3,current",
        "9.0.0,current",
        "8.0.11-TiDB-v999999.0.0,current",
        "8.5.2,7.3.0",
        "7.3.0,7.3.0",
        "7.2.9,7.2.0",
        "7.1.9,0.0.0",
        "5.7.25-TiDB-v4.0.0,0.0.0"
    })
    void forTidb_anyVersion_isOneOfFour(String version, String rules) {
        DigestOptions options = DigestOptions.DEFAULT.forTidb(TidbVersion.parse(version));

        assertThat(options.tidbVersion()).hasToString(rules);
        assertThat(options.withoutBackslashEscapes().tidbVersion()).isEqualTo(options.tidbVersion());
    }
}
