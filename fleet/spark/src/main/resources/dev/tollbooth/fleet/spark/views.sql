-- What a fleet's latencies add up to, on Spark SQL. The tables reports, statements, spending, texts and buckets are those of
-- tollbooth export; the application and the notebook cell of docs/guide/fleet.md register them. Buckets are numbered alike in
-- all JVMs, so counts are added by number; a quantile is the high bound of the first bucket whose running sum reaches the
-- rank, in integers: equal bit by bit with what a JVM says of itself.

-- One row for each latency bucket of each row.
CREATE OR REPLACE TEMPORARY VIEW statement_buckets AS
SELECT s.`day`, s.`hour`, s.window_start, s.service, s.`version`, s.environment, s.instance, s.`schema`, s.digest,
  b.bucket_id, b.n
FROM statements s LATERAL VIEW inline(arrays_zip(s.bucket_id, s.bucket_count)) b AS bucket_id, n;

-- Quantiles of each statement of each service.
CREATE OR REPLACE TEMPORARY VIEW statement_quantiles AS
WITH merged AS (
  SELECT service, digest, bucket_id, sum(n) AS n FROM statement_buckets GROUP BY service, digest, bucket_id
), running AS (
  SELECT service, digest, bucket_id,
    sum(n) OVER (PARTITION BY service, digest ORDER BY bucket_id) AS reached,
    sum(n) OVER (PARTITION BY service, digest) AS total
  FROM merged
), ranked AS (
  SELECT service, digest, max(total) AS total,
    min(CASE WHEN reached >= (total * 50 + 99) DIV 100 THEN bucket_id END) AS p50_bucket,
    min(CASE WHEN reached >= (total * 95 + 99) DIV 100 THEN bucket_id END) AS p95_bucket,
    min(CASE WHEN reached >= (total * 99 + 99) DIV 100 THEN bucket_id END) AS p99_bucket,
    min(CASE WHEN reached >= (total * 999 + 999) DIV 1000 THEN bucket_id END) AS p999_bucket
  FROM running GROUP BY service, digest
)
SELECT r.service, r.digest, r.total,
  b50.high_picos AS p50_picos, b95.high_picos AS p95_picos, b99.high_picos AS p99_picos, b999.high_picos AS p999_picos,
  b50.high_nanos AS p50_nanos, b95.high_nanos AS p95_nanos, b99.high_nanos AS p99_nanos, b999.high_nanos AS p999_nanos
FROM ranked r
JOIN buckets b50 ON b50.bucket_id = r.p50_bucket
JOIN buckets b95 ON b95.bucket_id = r.p95_bucket
JOIN buckets b99 ON b99.bucket_id = r.p99_bucket
JOIN buckets b999 ON b999.bucket_id = r.p999_bucket;

-- The sums of each statement of each service.
CREATE OR REPLACE TEMPORARY VIEW statement_sums AS
SELECT service, digest, sum(executions) AS executions, sum(errors) AS errors, sum(rows_affected) AS rows_affected,
  sum(rows_read) AS rows_read, sum(latency_ns) AS latency_ns, max(max_latency_ns) AS max_latency_ns,
  sum(fetch_ns) AS fetch_ns, sum(client_bytes) AS client_bytes,
  CASE WHEN min(ru_source) = max(ru_source) THEN sum(ru) END AS ru -- those of two sources are never added up
FROM statements GROUP BY service, digest;

-- Both, with the statement's name: what tollbooth fleet top shows.
CREATE OR REPLACE TEMPORARY VIEW fleet_top AS
SELECT s.service, coalesce(nullif(t.summary, ''), t.`text`) AS statement, s.digest, s.ru, s.executions,
  s.latency_ns, q.p50_nanos, q.p95_nanos, q.p99_nanos, q.p999_nanos, s.errors, s.rows_read + s.rows_affected AS `rows`
FROM statement_sums s
LEFT JOIN statement_quantiles q ON q.service = s.service AND q.digest = s.digest
LEFT JOIN texts t ON t.digest = s.digest;

-- Who is there.
CREATE OR REPLACE TEMPORARY VIEW fleet_services AS
SELECT service, `version`, environment, count(DISTINCT instance) AS instances, count(*) AS reports,
  min(window_start) AS first_seen, max(window_end) AS last_seen
FROM reports GROUP BY service, `version`, environment;
