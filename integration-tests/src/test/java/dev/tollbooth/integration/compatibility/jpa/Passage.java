package dev.tollbooth.integration.compatibility.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** An entity whose key comes from a sequence, so that inserts go out in batches. */
@Entity
public class Passage {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    Long id;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    Vehicle vehicle;

    int cents;

    public Passage() {}

    Passage(Vehicle vehicle, int cents) {
        this.vehicle = vehicle;
        this.cents = cents;
    }
}
