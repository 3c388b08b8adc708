DROP TABLE IF EXISTS of_flyway;
CREATE TABLE of_flyway (id INT);
