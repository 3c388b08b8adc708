package dev.tollbooth.accounting.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.ru.RuKey;
import dev.tollbooth.accounting.ru.RuOwner;
import java.util.List;
import org.junit.jupiter.api.Test;

class CellKeyTest {

    private static final RuOwner APP = new RuOwner("H2/shop", "estimate", "app");
    private static final Sha256 PLAN = Digest.ofNormalized("a plan", "").sha256();

    private static Digest a() {
        return Digest.ofNormalized("select a", "");
    }

    @Test
    void equals_equalDigests_areOneKeyWhetherHashedOrNot() {
        Digest hashed = a();
        hashed.sha256();
        assertThat(CellKey.statement(APP, hashed, Sha256.NONE))
                .isEqualTo(CellKey.statement(APP, a(), Sha256.NONE))
                .hasSameHashCodeAs(CellKey.statement(APP, a(), Sha256.NONE));
    }

    @Test
    void equals_anyPartDiffers_areTwoKeys() {
        RuOwner other = new RuOwner("H2/shop", "estimate", "other");
        List<CellKey> keys = List.of(
                CellKey.statement(APP, a(), Sha256.NONE),
                CellKey.statement(APP, a(), PLAN),
                CellKey.statement(other, a(), Sha256.NONE),
                CellKey.statement(APP, Digest.ofNormalized("select b", ""), Sha256.NONE),
                CellKey.userOthers(APP),
                CellKey.userOthers(other),
                CellKey.userOthers(new RuOwner("", "estimate", "")),
                CellKey.globalOthers("estimate"),
                CellKey.globalOthers("tidb"));
        assertThat(keys).doesNotHaveDuplicates();
        assertThat(keys.stream().map(CellKey::ruKey)).doesNotHaveDuplicates();
    }

    @Test
    void ruKey_ofEach_isWhatItsPartsGive() {
        assertThat(CellKey.statement(APP, a(), PLAN).ruKey()).isEqualTo(RuKey.statement(APP, a().sha256(), PLAN));
        assertThat(CellKey.userOthers(APP).ruKey()).isEqualTo(RuKey.userOthers(APP));
        assertThat(CellKey.globalOthers("estimate").ruKey()).isEqualTo(RuKey.globalOthers("estimate"));
    }
}
