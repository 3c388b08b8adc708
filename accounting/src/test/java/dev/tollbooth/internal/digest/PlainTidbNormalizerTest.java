package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the normalizer of the MySQL family with a simple model of its rules. */
class PlainTidbNormalizerTest {

    private static final String[] PIECES =
            ("select from where a b t order group by order¦by group¦by use index force ignore straight_join null true is in"
                            + " values not limit count( count now() mid( cast( _utf8 _utf8mb4 _koi8r n N join union row as"
                            + " ( ( ( ) ) ) , , , , . ; * * - + - + = <= >= < > <=> <> != := || && &^ & | << >> ! : ~ ^ % / \\ { } [ ]"
                            + " ? ? 1 2 07 12.5 .5 1. 1e5 1e+5 1e 1.5e- 0x1F 0x 0xzz 0x1.5 0b1 0b12 0B1 0X1 0b1e5 123abc 1_a 1e5e 9e9e"
                            + " 'a' 'it''s' '*' ')' ',' 'index' '\\*' '\\n' \"x\" \"y\"\"z\" x'1f' X'g' x'1g' b'01' b'2' N'u' n\"v\""
                            + " `q` `(` `)` `,` `*` `-` `by` `order` `select` `index` `null` `a``b` `` @v @`x¦Y` @'z' @\"w\" @, @`,` @`(` @"
                            + " @@g @@global.X @@Session.`a` @@local.'b' @@ @@global. @a.b -> ->> \\N \\n -- --¦ --¦x¦\n #y\n /**/"
                            + " /*c*/ /***/ /*/ */ /*! /*!50001 /*!5000 /*!123456 /*T! /*T![ttl] /*T![ttl,placement] /*T![nope] /*T![ttl,] /*T!["
                            + " /*M! /*+ /*+h*/ /* \0 \u0001 \n \t \u000b É İ K Σ \uD83D\uDE00 \uD83D \uDC00 \u00a0 \u0085 $a a$ KILL Kill")
                    .split(" ", -1);

    private final TextNormalizer tidb = new TextNormalizer(SqlDialect.TIDB, DigestOptions.DEFAULT);

    @Test
    void normalize_randomPieces_isWhatThePlainRulesGive() {
        long seed = 20261123;
        Random random = new Random(seed);
        for (int i = 0; i < 40_000; i++) {
            StringBuilder sql = new StringBuilder();
            boolean spaced = random.nextInt(4) > 0;
            for (int k = random.nextInt(24); k > 0; k--) {
                sql.append(PIECES[random.nextInt(PIECES.length)].replace('¦', ' '));
                sql.append(spaced || random.nextBoolean() ? " " : "");
            }
            check(sql.toString(), seed);
        }
    }

    @Test
    void normalize_randomCharacters_isWhatThePlainRulesGive() {
        long seed = 20261124;
        Random random = new Random(seed);
        String alphabet = "'\"`\\/*-#@.,()?;!+=<>&|^:[]{}%~$_ \n\t0019eExXbBnNTaıÉ\uD83D\uDE00\0";
        for (int i = 0; i < 40_000; i++) {
            StringBuilder sql = new StringBuilder();
            for (int k = random.nextInt(20); k > 0; k--) {
                sql.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            check(sql.toString(), seed);
        }
    }

    private void check(String sql, long seed) {
        assertThat(tidb.normalize(sql)).as("seed=%d sql=%s", seed, sql).isEqualTo(PlainTidbNormalizer.normalize(sql));
    }
}
