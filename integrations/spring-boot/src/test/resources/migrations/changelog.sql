--liquibase formatted sql

--changeset tollbooth:1 runAlways:true
DROP TABLE IF EXISTS of_liquibase;
CREATE TABLE of_liquibase (id INT);
