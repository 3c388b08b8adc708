package dev.tollbooth.integration.framework;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;

/**
 * An entity with an identity key, so that generated keys are read back, and a version, so that update counts matter.
 */
@Entity
class Author {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;

    @Version
    int version;

    @Column(unique = true, length = 40)
    String name;

    @OneToMany(mappedBy = "author", cascade = CascadeType.ALL)
    @OrderBy("title")
    List<Book> books = new ArrayList<>();

    Author() {}

    Author(String name) {
        this.name = name;
    }

    void write(String title, int pages) {
        books.add(new Book(this, title, pages));
    }
}
