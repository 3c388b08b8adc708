package dev.tollbooth.cli.demo;

/** The actions of a shopper, a clerk or a job; some tenants use only a part of the shop. */
enum Visit {
    BROWSE("GET /products", 360, 360, 400),
    SEARCH("GET /search", 60, 40, 0),
    LOG_IN("POST /login", 140, 140, 140),
    FILL_CART("PUT /cart", 180, 180, 160),
    CHECK_OUT("POST /orders", 120, 120, 120),
    ORDER_HISTORY("GET /orders", 60, 60, 80),
    REGISTER("POST /customers", 30, 60, 0),
    LOYALTY("GET /loyalty", 10, 0, 0),
    CLEAN_UP("job clean-up", 8, 8, 0),
    BEST_SELLERS("GET /best-sellers", 3, 0, 0),
    REVENUE("job revenue", 4, 2, 0);

    private final String origin;
    private final int atAcme;
    private final int atBluebird;
    private final int atCorner;

    Visit(String origin, int atAcme, int atBluebird, int atCorner) {
        this.origin = origin;
        this.atAcme = atAcme;
        this.atBluebird = atBluebird;
        this.atCorner = atCorner;
    }

    /** Returns the name of the request or job that makes the visit. */
    String origin() {
        return origin;
    }

    /** Returns the relative frequency of this visit at {@code tenant}. */
    int weight(Tenant tenant) {
        return switch (tenant) {
            case ACME -> atAcme;
            case BLUEBIRD -> atBluebird;
            case CORNER -> atCorner;
        };
    }
}
