-- What a fleet's latencies add up to, on Spark SQL. The tables reports, statements, spending, origins, spending_origins, texts and buckets are those of
-- tollbooth export; the application and the notebook cell of docs/guide/fleet.md register them. Buckets are numbered alike in
-- all JVMs, so counts are added by number; a quantile is the high bound of the first bucket whose running sum reaches the
-- rank, in integers: equal bit by bit with what a JVM says of itself.

-- One row for each latency bucket of each row.
CREATE OR REPLACE TEMPORARY VIEW statement_buckets AS
SELECT s.`day`, s.`hour`, s.window_start, s.service, s.`version`, s.environment, s.instance, s.`schema`, s.digest,
  b.bucket_id, s.bucket_count[b.place] AS n
FROM statements s LATERAL VIEW posexplode(s.bucket_id) b AS place, bucket_id;

-- The bounds of all buckets in one row: looked up by number, not joined once for each quantile.
CREATE OR REPLACE TEMPORARY VIEW bucket_bounds AS
SELECT sort_array(collect_list(struct(bucket_id, high_picos, high_nanos))) AS bounds FROM buckets;

-- Quantiles of each statement of each service.
CREATE OR REPLACE TEMPORARY VIEW statement_quantiles AS
WITH merged AS (
  SELECT service, digest, bucket_id, sum(n) AS n FROM statement_buckets GROUP BY service, digest, bucket_id
), totals AS (
  SELECT service, digest, sum(n) AS total, sort_array(collect_list(struct(bucket_id, n))) AS ascending
  FROM merged GROUP BY service, digest
), running AS (
  SELECT service, digest, total, aggregate(ascending,
    named_struct('reached', 0L, 'p50', -1S, 'p95', -1S, 'p99', -1S, 'p999', -1S),
    (a, b) -> named_struct('reached', a.reached + b.n,
      'p50', CASE WHEN a.p50 < 0 AND a.reached + b.n >= (total * 50 + 99) DIV 100 THEN b.bucket_id ELSE a.p50 END,
      'p95', CASE WHEN a.p95 < 0 AND a.reached + b.n >= (total * 95 + 99) DIV 100 THEN b.bucket_id ELSE a.p95 END,
      'p99', CASE WHEN a.p99 < 0 AND a.reached + b.n >= (total * 99 + 99) DIV 100 THEN b.bucket_id ELSE a.p99 END,
      'p999', CASE WHEN a.p999 < 0 AND a.reached + b.n >= (total * 999 + 999) DIV 1000 THEN b.bucket_id ELSE a.p999 END))
    AS q
  FROM totals
)
SELECT service, digest, total,
  bounds[q.p50].high_picos AS p50_picos, bounds[q.p95].high_picos AS p95_picos,
  bounds[q.p99].high_picos AS p99_picos, bounds[q.p999].high_picos AS p999_picos,
  bounds[q.p50].high_nanos AS p50_nanos, bounds[q.p95].high_nanos AS p95_nanos,
  bounds[q.p99].high_nanos AS p99_nanos, bounds[q.p999].high_nanos AS p999_nanos
FROM running CROSS JOIN bucket_bounds;

-- The sums of each statement of each service.
CREATE OR REPLACE TEMPORARY VIEW statement_sums AS
SELECT service, digest, sum(executions) AS executions, sum(errors) AS errors,
  -- not known where there are none but those that drivers did not say
  CASE WHEN coalesce(sum(rows_affected), 0L) = 0 AND sum(rows_unknown) > 0 THEN NULL ELSE sum(rows_affected) END AS rows_affected,
  coalesce(sum(rows_unknown), 0L) AS rows_unknown,
  sum(rows_read) AS rows_read, sum(latency_ns) AS latency_ns, max(max_latency_ns) AS max_latency_ns,
  sum(fetch_ns) AS fetch_ns, sum(client_bytes) AS client_bytes,
  -- those of two sources are never added up
  CASE WHEN min(ru_source) = max(ru_source) THEN sum(ru) END AS ru,
  CASE WHEN min(ru_source) < max(ru_source) THEN 'mixed' ELSE max(ru_source) END AS ru_source
FROM statements GROUP BY service, digest;

-- Both, with the statement's name: what tollbooth fleet top shows.
CREATE OR REPLACE TEMPORARY VIEW fleet_top AS
SELECT s.service, coalesce(nullif(t.summary, ''), t.`text`) AS statement, s.digest, s.ru, s.ru_source, s.executions,
  s.latency_ns, q.p50_nanos, q.p95_nanos, q.p99_nanos, q.p999_nanos, s.errors,
  CASE WHEN s.rows_read = 0 AND s.rows_affected IS NULL THEN NULL ELSE s.rows_read + coalesce(s.rows_affected, 0L) END AS `rows`
FROM statement_sums s
LEFT JOIN statement_quantiles q ON q.service = s.service AND q.digest = s.digest
LEFT JOIN texts t ON t.digest = s.digest;

-- Who in the code executes each statement; what no origin has is a row with null, so that the rows add up to statement_sums.
CREATE OR REPLACE TEMPORARY VIEW statement_origins AS
WITH named AS (
  SELECT service, digest, origin, sum(executions) AS executions, sum(errors) AS errors, sum(rows_read) AS rows_read,
    sum(latency_ns) AS latency_ns, sum(fetch_ns) AS fetch_ns, sum(repeated_executions) AS repeated_executions
  FROM origins GROUP BY service, digest, origin
), parts AS (
  SELECT * FROM named
  UNION ALL
  SELECT service, digest, NULL AS origin, executions, errors, rows_read, latency_ns, fetch_ns, repeated_executions
  FROM (SELECT service, digest, sum(executions) AS executions, sum(errors) AS errors, sum(rows_read) AS rows_read,
    sum(latency_ns) AS latency_ns, sum(fetch_ns) AS fetch_ns, sum(coalesce(repeated_executions, 0L)) AS repeated_executions
    FROM statements GROUP BY service, digest)
  UNION ALL
  SELECT service, digest, NULL AS origin, -executions, -errors, -rows_read, -latency_ns, -fetch_ns, -repeated_executions
  FROM named
)
SELECT service, digest, origin, sum(executions) AS executions, sum(errors) AS errors, sum(rows_read) AS rows_read,
  sum(latency_ns) AS latency_ns, sum(fetch_ns) AS fetch_ns, sum(repeated_executions) AS repeated_executions
FROM parts GROUP BY service, digest, origin
HAVING sum(executions) > 0 OR sum(latency_ns) + sum(fetch_ns) > 0;

-- Who is there.
CREATE OR REPLACE TEMPORARY VIEW fleet_services AS
SELECT service, `version`, environment, count(DISTINCT instance) AS instances, count(*) AS reports,
  min(window_start) AS first_seen, max(window_end) AS last_seen
FROM reports GROUP BY service, `version`, environment;
