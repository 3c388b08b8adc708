package dev.tollbooth.integration.compatibility.jpa;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;

/** An entity whose key the database makes, with a version, so that update counts matter. */
@Entity
public class Vehicle {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Long id;

    @Version
    int version;

    @Column(unique = true, length = 20)
    String plate;

    @OneToMany(mappedBy = "vehicle", cascade = CascadeType.ALL)
    List<Passage> passages = new ArrayList<>();

    public Vehicle() {}

    Vehicle(String plate, int passages) {
        this.plate = plate;
        for (int i = 0; i < passages; i++) {
            this.passages.add(new Passage(this, i));
        }
    }
}
