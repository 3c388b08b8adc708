package dev.tollbooth.cli.demo;

/** The actions of a shopper, a clerk or a job; some tenants do not use all of the shop. */
enum Visit {
    BROWSE(360, 360, 400),
    SEARCH(60, 40, 0),
    LOG_IN(140, 140, 140),
    FILL_CART(180, 180, 160),
    CHECK_OUT(120, 120, 120),
    ORDER_HISTORY(60, 60, 80),
    REGISTER(30, 60, 0),
    LOYALTY(10, 0, 0),
    CLEAN_UP(8, 8, 0),
    BEST_SELLERS(3, 0, 0),
    REVENUE(4, 2, 0);

    private final int atAcme;
    private final int atBluebird;
    private final int atCorner;

    Visit(int atAcme, int atBluebird, int atCorner) {
        this.atAcme = atAcme;
        this.atBluebird = atBluebird;
        this.atCorner = atCorner;
    }

    /** Returns how often it happens at {@code tenant}, beside the weights of all others. */
    int weight(Tenant tenant) {
        return switch (tenant) {
            case ACME -> atAcme;
            case BLUEBIRD -> atBluebird;
            case CORNER -> atCorner;
        };
    }
}
