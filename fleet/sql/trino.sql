-- NOT RUN by Tollbooth's build. Quantiles of each statement of each service on Trino.
-- statements and buckets are external tables of the Hive connector over the directories of the same names; statements is
-- partitioned by day (date) and hour (integer): CALL system.sync_partition_metadata('fleet', 'statements', 'ADD').
WITH merged AS (
  SELECT s.service, s.digest, b.bucket_id, sum(b.n) AS n
  FROM statements s CROSS JOIN UNNEST(s.bucket_id, s.bucket_count) AS b (bucket_id, n)
  WHERE s.day = DATE '2026-11-24'
  GROUP BY s.service, s.digest, b.bucket_id
), running AS (
  SELECT service, digest, bucket_id,
    sum(n) OVER (PARTITION BY service, digest ORDER BY bucket_id) AS reached,
    sum(n) OVER (PARTITION BY service, digest) AS total
  FROM merged
), ranked AS (
  SELECT service, digest, max(total) AS total,
    min(bucket_id) FILTER (WHERE reached >= (total * 50 + 99) / 100) AS p50_bucket,
    min(bucket_id) FILTER (WHERE reached >= (total * 95 + 99) / 100) AS p95_bucket,
    min(bucket_id) FILTER (WHERE reached >= (total * 99 + 99) / 100) AS p99_bucket,
    min(bucket_id) FILTER (WHERE reached >= (total * 999 + 999) / 1000) AS p999_bucket
  FROM running GROUP BY service, digest
)
SELECT r.service, r.digest, r.total, b50.high_nanos AS p50_nanos, b95.high_nanos AS p95_nanos,
  b99.high_nanos AS p99_nanos, b999.high_nanos AS p999_nanos
FROM ranked r
JOIN buckets b50 ON b50.bucket_id = r.p50_bucket
JOIN buckets b95 ON b95.bucket_id = r.p95_bucket
JOIN buckets b99 ON b99.bucket_id = r.p99_bucket
JOIN buckets b999 ON b999.bucket_id = r.p999_bucket
ORDER BY r.total DESC;
