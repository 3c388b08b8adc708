INSERT INTO invoice VALUES (3, 'Jean', 10, FALSE);
INSERT INTO invoice VALUES (3, 'Jean', 10, FALSE);
