create table orders (id int primary key, customer varchar(20));
insert into orders values (1, 'customer 1'), (2, 'customer 2'), (3, 'customer 3');
