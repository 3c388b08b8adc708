CREATE TABLE invoice (
    id INT PRIMARY KEY,
    customer VARCHAR(40) NOT NULL,
    cents BIGINT NOT NULL
);
INSERT INTO invoice VALUES (1, 'Ada', 1250), (2, 'Grace', 990);
