-- NOT RUN by Tollbooth's build. Quantiles of each statement of each service on ClickHouse, from files that its server may
-- read; s3('https://.../fleet/statements/**/*.parquet', 'Parquet') takes the place of file(...) for an object store.
-- use_hive_partitioning = 1 (the default from 24.11 on) makes day and hour columns, so that day = ... opens few files.
WITH merged AS (
  SELECT service, digest, bucket.1 AS bucket_id, sum(bucket.2) AS n
  FROM file('fleet/statements/**/*.parquet', 'Parquet')
  ARRAY JOIN arrayZip(bucket_id, bucket_count) AS bucket
  GROUP BY service, digest, bucket.1
), running AS (
  SELECT service, digest, bucket_id,
    sum(n) OVER (PARTITION BY service, digest ORDER BY bucket_id ROWS UNBOUNDED PRECEDING) AS reached,
    sum(n) OVER (PARTITION BY service, digest) AS total
  FROM merged
), ranked AS (
  SELECT service, digest, max(total) AS all_executions,
    minIf(bucket_id, reached >= intDiv(total * 50 + 99, 100)) AS p50_bucket,
    minIf(bucket_id, reached >= intDiv(total * 95 + 99, 100)) AS p95_bucket,
    minIf(bucket_id, reached >= intDiv(total * 99 + 99, 100)) AS p99_bucket,
    minIf(bucket_id, reached >= intDiv(total * 999 + 999, 1000)) AS p999_bucket
  FROM running GROUP BY service, digest
)
SELECT r.service, r.digest, r.all_executions, b50.high_nanos AS p50_nanos, b95.high_nanos AS p95_nanos,
  b99.high_nanos AS p99_nanos, b999.high_nanos AS p999_nanos
FROM ranked AS r
INNER JOIN file('fleet/buckets/buckets.parquet', 'Parquet') AS b50 ON b50.bucket_id = r.p50_bucket
INNER JOIN file('fleet/buckets/buckets.parquet', 'Parquet') AS b95 ON b95.bucket_id = r.p95_bucket
INNER JOIN file('fleet/buckets/buckets.parquet', 'Parquet') AS b99 ON b99.bucket_id = r.p99_bucket
INNER JOIN file('fleet/buckets/buckets.parquet', 'Parquet') AS b999 ON b999.bucket_id = r.p999_bucket
ORDER BY r.all_executions DESC;
