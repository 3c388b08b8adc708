package dev.tollbooth.integration.advice;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** An entity whose key the application assigns, so that inserts can go out in batches. */
@Entity
class Volume {
    @Id
    int id;

    @ManyToOne(fetch = FetchType.LAZY)
    Shelf shelf;

    String title;

    Volume() {}

    Volume(int id, Shelf shelf) {
        this.id = id;
        this.shelf = shelf;
        this.title = "volume " + id;
    }
}
