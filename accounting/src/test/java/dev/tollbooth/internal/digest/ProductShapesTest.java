package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.digest.ProductShapes.Product;
import dev.tollbooth.internal.digest.ProductShapes.Shape;
import dev.tollbooth.internal.lexer.DatabaseProducts;
import dev.tollbooth.statement.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests statements of all products in the guide's list of dialects: no text shows a secret, and all texts show the
 * tables' names.
 */
class ProductShapesTest {

    private static final int SHAPES = 500;
    private static final long SEED = 20270301;
    private static final int CACHE_BYTES = 1 << 22;
    private static final DigestOptions WHOLE = new DigestOptions(1 << 20, true, TidbVersion.CURRENT);

    static List<Product> products() {
        return ProductShapes.products();
    }

    @Test
    void products_all_haveTheirDialect() {
        assertThat(products())
                .hasSizeGreaterThanOrEqualTo(41)
                .allSatisfy(product -> assertThat(DatabaseProducts.dialectOf(product.name()))
                        .as(product.name())
                        .isEqualTo(product.dialect()));
    }

    @ParameterizedTest
    @MethodSource("products")
    void digest_shapesOfAProduct_showNoSecretButTheTables(Product product) {
        TextNormalizer normalizer = new TextNormalizer(product.dialect(), WHOLE);
        DigestCache cache = new DigestCache(product.dialect(), WHOLE, CACHE_BYTES);
        List<String> leaks = new ArrayList<>();
        int planted = 0;
        int shown = 0;
        for (Shape shape : ProductShapes.draw(product, SHAPES, SEED)) {
            String text = normalizer.normalize(shape.sql());
            StringBuilder all = new StringBuilder(text);
            all.append(shown(normalizer.digest(shape.sql())));
            normalizer.statements(shape.sql()).forEach(digest -> all.append(shown(digest)));
            all.append(shown(cache.get(shape.sql()))).append(shown(cache.get(shape.sql())));
            if (ProductShapes.showsSecret(all.toString())) {
                leaks.add(shape.sql() + "\n  => " + text);
            }
            planted += shape.names().size();
            shown += (int) shape.names().stream().filter(text::contains).count();
        }
        assertThat(leaks).as("%d leaks of %d shapes", leaks.size(), SHAPES).isEmpty();
        // generic leaves out all text after a point that products read in different ways
        assertThat((double) shown / planted)
                .as("%d of %d names", shown, planted)
                .isGreaterThanOrEqualTo(product.dialect() == SqlDialect.GENERIC ? 0.8 : 0.99);
    }

    private static String shown(TextDigest digest) {
        return '\n' + digest.text() + '\n' + digest.summary();
    }
}
