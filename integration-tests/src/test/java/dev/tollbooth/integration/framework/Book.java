package dev.tollbooth.integration.framework;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;

/** An entity whose key comes from a sequence or its replacement, so that inserts are sent in batches. */
@Entity
class Book {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    Long id;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    Author author;

    @Column(length = 80)
    String title;

    int pages;

    @Lob
    byte[] cover;

    Book() {}

    Book(Author author, String title, int pages) {
        this.author = author;
        this.title = title;
        this.pages = pages;
        this.cover = new byte[] {(byte) pages, 0, -1};
    }
}
