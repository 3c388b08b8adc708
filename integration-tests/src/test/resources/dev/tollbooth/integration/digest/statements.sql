SELECT -1, - 1, +1, - -1, -(-1), 1 - 1, 1-1, a-1, a - -1, a+-1 from t
~
select -(1), -(-2), (- 3) from t
~
select date'2024-01-01', date '2024-01-01', int'3', float8'1.5', interval'1 day', timestamp'2024-01-01 00:00:00'
~
select N'abc'
~
select 'a'
  -- comment
  'b'
~
SELECT 1. FROM t
~
select a from t where b like'x%'and b>'a'
~
select U&'d!0061' UESCAPE '!'
~
select extract(year from ts), extract('day' from ts), extract("month" from ts), date_part('day', ts) from t
~
select normalize(b, NFC), b is nfc normalized, b is not NFKD normalized, normalize(b) from t
~
select * from t limit all
~
select * from t limit 5 offset 3
~
select * from t offset 1 rows fetch first 5 rows only
~
select * from t fetch first row only
~
select * from t fetch next 2 row only
~
select true, false, null, bo is true, bo is not false, bo = true, a is null, a is not null from t
~
select * from t where bo is not distinct from true
~
select * from t where a in (1,2,3) and b in ('a','b')
~
select * from t where a in (1, 2, id)
~
select * from t where a in (1, (2), ((3)))
~
select * from t where a in ((1), (2))
~
select * from t where b in ('a'::text, 'b'::varchar(10), cast('c' as text))
~
select * from t where a in (1::int, 2::bigint, '3'::int)
~
select * from t where ts in (date '2024-01-01', timestamp '2024-01-01 00:00:00', '2024-01-01'::timestamp without time zone)
~
select * from t where a in (cast(1 as int), cast('2' as int))
~
select * from t where f in (1::numeric(10,2), 2::double precision, 3)
~
select * from t where f in (-1, 2.5, -3e1)
~
select * from t where a in (+1, 2)
~
select * from t where a in (- 1, 2)
~
select * from t where a in (-1::int, 2)
~
select * from t where a not in (1,2)
~
select * from t where a = any(array[1,2,3]) and b = all(array['a','b']::text[])
~
select array[1,2], array[[1,2],[3,4]], array[array[1,2],array[3,4]], '{1,2}'::int[], array[]::int[]
~
select * from t where a = any(array[1, a, 3])
~
select array[1, null, 3], array['a', null]
~
select * from t where a in (1, null)
~
select * from t where bo in (true, false)
~
select * from t where (id,a) in ((1,2),(3,4))
~
select * from t where (id,a) = (1,2) and row(id,a) = row(3,4)
~
values (1,2),(3,4)
~
insert into t (id,a) values (1,2),(3,4)
~
insert into t (id,a,b) values (1,default,'x'::text),(2,default,'y')
~
insert into t (id,a) values (-1,-2)
~
insert into t (id,a) values ((1),(2)),((3),(4))
~
select * from t order by 1, 2
~
select * from t order by 1 desc, 2 asc nulls last limit 3
~
select a+1, count(*) from t group by 1 order by 2
~
select a, b, count(*) from t group by (1, 2)
~
select a, b, count(*) from t group by 1, 2 having count(*) > 1 order by 3 desc, 1
~
select a, count(*) from t group by a order by a + 1, 2
~
select a from t order by 1 + a
~
select a from t order by a, 1 + a, 2 * a
~
select a from t order by (1)
~
select row_number() over (order by 1), sum(a) over (partition by 1 order by a, 2) from t
~
select array_agg(a order by 1), string_agg(b, ',' order by b, 1) from t
~
select * from (select a from t order by 1 limit 1) s order by 1
~
select distinct on (1) a, b from t order by 1, 2
~
select a from t union select 1 order by 1
~
(select a from t order by 1) union all (select 2 order by 1) order by 1
~
select a, count(*) from t group by rollup(1), cube(a)
~
select a, b from t group by grouping sets ((1), (1,2), ())
~
with c as (select 1 as n), d(x) as (values (1),(2)) select * from c, d where n < 5
~
with recursive r(n) as (select 1 union all select n+1 from r where n < 10) select sum(n) from r
~
select case when a > 1 then 'p' when a > -1 then null else 'q' end, case a when 1 then 2 end from t
~
select coalesce(b,''), nullif(a,0), greatest(1,2,a), least(1,2) from t
~
select x[1], x[1:2], x[-1], x[a] from t
~
select j->'k', j->>'k', j#>'{a,b}', j#>>'{a}', j@>'{"a":1}', j->-1, j - 'k', j - 1 from t
~
select * from t where j ?? 'k' and j ??| array['a','b'] and j ??& array['a'] and a = ?
~
select * from t where j @?? '$.a' and j @@ '$.a == 1' and a = ?
~
select * from t where id = ? and a = 5 and b = ?
~
select * from t where id in (?, ?, ?)
~
select * from t where id in (?::int, ?::int)
~
select * from t where id in (?, 2, 3)
~
select substring(b from 1 for 2), substring(b, 1), position('a' in b), overlay(b placing 'x' from 1 for 2), trim(both 'x' from b), trim('a' from b) from t
~
select b ~ '^x', b !~ 'x', b ~* 'x', b like 'a%' escape '!', b similar to 'a', b ilike 'x' from t
~
select interval '1' day, interval '1 day', interval '1' year to month, interval(3) '1', interval '1' second(2)
~
select * from t where ts > now() - interval '1 day' and ts at time zone 'UTC' > '2024-01-01' and ts between '2023-01-01' and '2024-01-01'
~
select current_date, current_timestamp(3), localtime, current_user
~
select 1::int, 1::int::text, '1'::int4, '2024-01-01'::date, 'x'::varchar(10), 1::numeric(10,2), 'a'::"char"
~
select cast(1 as int), cast('a' as varchar(5)), cast(-1 as bigint), cast(1.5 as numeric(3,1))
~
select /* c1 */ 1 /* nested /* inner */ x */ -- eol
~
/* lead */ select 1
~
-- lead
select 2;
~
select 1;
~
select 1; select 2
~
select 1;;
~
select "A", "weird ""x" from (select 1 as "A", 2 as "weird ""x") s
~
select '日本' as "名前", 'ü' as é
~
update t set a = a + 1, b = 'n', bo = false where id between 1 and 3
~
update t set (a, b) = (1, 'x') where id = -1
~
update t set a = default where id in (select id from u where id = 3)
~
delete from t where id = 4 and b is not null
~
insert into t(id, b) select g, 'x' from generate_series(31,33) g returning id, 'z'
~
begin
~
commit
~
set work_mem = '8MB'
~
set work_mem to 4096
~
set enable_seqscan = on
~
set enable_seqscan to off
~
set search_path to public, pg_catalog
~
set search_path = "public"
~
set local work_mem = '1MB'
~
set session work_mem = '1MB'
~
set work_mem to default
~
set time zone 'UTC'
~
set time zone local
~
set time zone utc
~
set timezone to 'UTC'
~
set time zone interval '1' hour to minute
~
set time zone -5
~
set role postgres
~
set role none
~
reset role
~
set session authorization postgres
~
set session authorization default
~
set names 'UTF8'
~
set extra_float_digits = -1
~
set transaction isolation level read committed
~
set session characteristics as transaction read write
~
show work_mem
~
reset work_mem
~
reset all
~
create table if not exists zz (id int default 5 check (id > 1), b text default 'x')
~
create index if not exists zi on t (a) where a > 5
~
create or replace view v as select 1 as one, 'x' as s
~
drop view if exists v
~
drop table if exists zz
~
explain select * from t where id = 7
~
explain (costs off) select * from t where id in (1,2)
~
do $$ begin perform 1; end $$
~
discard plans
~
create or replace procedure pr(x int) language sql as 'select 1'
~
call pr(1)
~
create table ct as select 1 as one, 'x'::text as two
~
drop table ct
~
table u
~
select * from u where exists (select 1 from t where t.id = u.id and a = 3)
~
select a from t tablesample system (10) repeatable (5)
~
select xmlelement(name foo, 'x')
~
select percentile_cont(0.5) within group (order by a), mode() within group (order by 1) from t
~
select * from t, lateral (select 1 as o) l where l.o = 1 for update skip locked
~
select * from json_each('{"a":1}')
~
select * from unnest(array[1,2], array['a','b']) as z(a,b)
~
select (1,2), row(1,'a'), (1,2)=(3,4)
~
select 1 where 1 = any('{1,2}'::int[])
~
select * from t where not true or not (a = 1)
~
select a from t where a between -1 and +5 and a not between 3 and 4
~
select 'a' || 'b' || b, 1 || 'x' from t
~
select 2^3, 5 % 3, @ -5, |/ 25, 5!=6, ~1, 1<<2, 8>>1, 5 & 3, 5 | 3, 5 # 3
~
select 1 is null, 'x' is not null, null is null
~
select pg_catalog.int4 '5', "int4" '6', pg_catalog.date '2024-01-01'
~
select 'x' collate "C", b collate "C" < 'y' from t
~
select * from t where b in ('a' collate "C", 'b')
~
select * from t where a in (1,2) or a in (3) or a in (4,5,6)
~
notify ch, 'payload'
~
listen ch
~
comment on table u is 'hello'
~
analyze u
~
vacuum u
~
truncate u
~
alter table u add column if not exists z int default 7
~
select func from (select 1 as func) q where func = 1
~
select t.*, t.a as "b" from t as t where t.b = 'x'
~
select * from t where a in (select 1 union select 2)
~
select * from t where (a,b) in (values (1,'a'),(2,'b'))
~
select * from t where b in ('x', lower('Y'))
~
select * from t where ts in (now(), '2024-01-01')
~
select * from t where a in (1 + 1, 2)
~
select format('%s', 'x'), concat('a', 1, true)
~
select make_interval(days => 10), make_interval(days := -10)
~
select json_build_object('a', 1, 'b', true)
~
select * from t where b = 'it''s' and b <> '' and b = '\'
~
rollback
~
declare c1 cursor with hold for select 1 from t where a = 5
~
fetch 10 from c1
~
fetch forward all from c1
~
move 2 in c1
~
close c1
~
select abs(-(1)), abs(-('2')::int), -('3'::int), a * -(4) from t
~
select a from t where a in(1,2)and b in('a')
~
select-1,-2
~
select a from t limit'1'
~
select interval'1'day, date'2024-01-01'+1
~
select timestamp with time zone'2024-01-01', time'10:00', bit'101', char'x', varchar(5)'abc'
~
select json'{}', jsonb'{}', xml'<a/>', uuid'00000000-0000-0000-0000-000000000000', inet'1.2.3.4', point'(1,2)'
~
select * from t where ts in (timestamp with time zone '2024-01-01 00:00:00+00', '2024-01-01')
~
select * from t where b in (varchar 'a', varchar(5) 'b', text 'c')
~
select * from t where ts > all(array[timestamp '2024-01-01', '2024-01-02'])
~
select * from t where ts - '2023-01-01'::timestamp in (interval '1' day, interval '2 days', '3 days'::interval day to second)
~
select * from t where x in ('{1}'::int[], '{2}'::int4[], array[1,2])
~
select * from t where j in ('{}'::jsonb, '[]'::pg_catalog.jsonb)
~
select * from t where a in (('1'::int), (2))
~
select * from t where a in (cast('1'::text as int), 2)
~
select * from t where a in (cast(cast('1' as text) as int), 2)
~
select * from t where a in ('1'::text::int, 2)
~
select * from t where b in (('a')::text, 'b')
~
select * from t where b in ('a'::character varying, 'b'::character varying(3), 'c'::bpchar)
~
select * from t where f in ('1'::float8, 2::real, 3::decimal, float8 '4', double precision '5')
~
select * from t where a in (1, extract(year from ts)::int, 3)
~
select * from t where a in ((select 1), 2)
~
select * from t where not a in (1,2) and (a in (3)) and ((a) in (4,5))
~
select count(*), count(distinct a), count(all a) from t
~
select * from t where a = 1 order by 1 for update
~
insert into t (id) select a from t order by 1 on conflict do nothing
~
select a from t order by 1 offset 0
~
select a from t group by 1 having a > 1 order by 1
~
select a from t order by 1, b || 'x', 2 - a
~
select a as x, b from t order by 1 using <, 2
~
select exists(select 1 from t order by 1), array(select a from t order by 1)
~
select sum(a) over w from t window w as (partition by 2 order by 1)
~
select a, rank() over (partition by b order by a desc, 1) from t order by 1, 2
~
select * from rows from (generate_series(1,2), generate_series(3,4)) as z(p,q)
~
select 'a'::text || 'b'::text, 'x'::text = 'y'::text and 1::int = 2::int
~
select ('a'::text), ('b'), (1)::text, (1,2)::text from t
~
select round(1.5::numeric, 1), to_char(now(), 'YYYY'), to_date('2024','YYYY')
~
select a[1] from (select array[1,2] as a) s
~
select (array[1,2,3])[1:2], ('{1,2}'::int[])[1]
~
select e'x\n', E'\'', '\', 'a\' , 'b'
~
select $a$1$a$, $$2$$,$_x1$y$_x1$
~
select 1 as "null", 2 as "select", 3 as "true"
~
select t.a as "x.y" from public.t as t
~
select 1 -- comment 'x'
  , 2 /* 'y' */
~
select 5 - -5, 5 - - 5, 5+-5, 5*-5, (5)-5, (5) - 5
~
select a from t where a = - 1 or a in ( - 1 ) or - 1 = a or (-1) = a
~
select a from t where -1 < a and -a < -1 and not -1 = a
~
select case -1 when -1 then -2 else -3 end, a is null and -1 = a from t
~
select * from t where a between -2 and -1 limit 10 offset 0
~
select a as b, - 1 c, +2 d, -1.5e-3 e from t
~
insert into u (id) values (-1), (- 2), (+3), (4)
~
update t set a = -1, f = - 2.5, b = -3 where a = -4
~
select power(-2, -3), a[-1:-1] from (select array[1] as a) s
~
copy (select 1) to '/dev/null'
~
grant select on u to postgres
~
create temp table tt (a int default -1, b text default 'x' check (b <> 'y')) on commit drop
~
create function fx(a int default 5) returns int language sql as $f$ select 1 $f$
~
select fx(), fx(3), fx(a => 4)
~
drop function fx
~
select * from t where (a, b) = any (values (1, 'x'), (2, 'y'))
~
select nullif(true, false), bo = any(array[true, false]) , bo in (true, null) from t
~
select jsonb_path_query(j, '$.a ? (@ > 1)'), j['a'], j['b'][0] from t
~
select a, 'lit' as l, 5 as n, null as z from t union all select 1, 'm', 6, null
~
select * from t where a in (1, (-2), 3) and a not in ((-1), +2)
~
insert into t (id, a) values ((-18)::int, 40), ((4), null), (null::int, '7'::int)
~
select array[null, - 2, (-11), null::int], array_length(array[t.a, 54, (-18)::int], 1) from t
~
select * from t where a in (int4(1), 2) and b in (text('x'), 'y') and a = any(array[int4(15), (14)::int])
~
select + (-1), +(2), + (-3)::int, mod(+ (-11), a) from t
~
select -(3)::int, -(-4)::int, -(6) - -(6)
~
update t set a = '16'::int::bigint::int - (-11), f = a - (-3) where ts - (now() - interval '1 day') > interval '1' hour - (- interval '2 days')
~
select greatest((-1), 2, (-3)::int, cast(-4 as int)), coalesce((-18)::int, -13::int, cast('9' as integer), (14)::int)
~
select sum(a) over (order by id groups between 1 preceding and 1 following exclude current row) from t
~
select json_build_object('a', 1, 'b', -2), jsonb_path_query('[1]', '$[*] ? (@ > 1)')
~
select 1 operator(pg_catalog.+) 2, @ -5, |/ 25, ~ 1, 2 ^ -1, 5 % -3, 1 << 2, 1 # 2, '{1,2}'::int[] || -3
~
select numeric(3,1) '1.5', decimal '1', bit varying '101', national character 'n', interval '1-2' year to month, interval '1.5' second(1)
~
select '' as e, '''' as q, '--', '/*', '$$', 'é日本🥳', ';' as a, '
' as b
~
with recursive r(n) as (values (1) union select n + 1 from r where n < 3) select * from r where n <> 2 order by 1 limit 2
~
select t.a from t tablesample bernoulli (50) repeatable (7)
~
values (cast(8 as int), int '10'), (- -12, (-11)), ((-11), int '10') order by 1
