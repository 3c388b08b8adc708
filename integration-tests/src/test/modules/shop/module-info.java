/** An application on the module path that knows Tollbooth's public packages and no driver. */
module shop {
    requires dev.tollbooth;

    provides dev.tollbooth.spi.RuSource with
            shop.FlatPrice;
}
