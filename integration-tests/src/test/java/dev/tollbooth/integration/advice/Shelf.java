package dev.tollbooth.integration.advice;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;

/** An entity with a lazy collection. */
@Entity
class Shelf {
    @Id
    int id;

    @OneToMany(mappedBy = "shelf")
    List<Volume> volumes = new ArrayList<>();

    Shelf() {}
}
