-- A roll-up keeps every bucket and lets go of instances and minutes: what it adds up to is what the rows add up to, so that
-- no quantile is lost. Its rows are again rows of statements, with {PERIOD} ('HOUR' or 'DAY') for a window; a roll-up of
-- roll-ups is one, too.
WITH windows AS (
  SELECT CAST(date_trunc('{PERIOD}', window_start) AS TIMESTAMP_NTZ) AS window_start, service, `version`, environment,
    `schema`, digest, ru_source, ru, bucket_id, bucket_count, {STATEMENT_FIGURES}
  FROM statements
), sums AS (
  SELECT window_start, service, `version`, environment, `schema`, digest, ru_source, sum(ru) AS ru,
    {STATEMENT_SUMS}
  FROM windows GROUP BY window_start, service, `version`, environment, `schema`, digest, ru_source
), buckets_of_windows AS (
  SELECT window_start, service, `version`, environment, `schema`, digest, ru_source, b.bucket_id,
    sum(bucket_count[b.place]) AS n
  FROM windows LATERAL VIEW posexplode(bucket_id) b AS place, bucket_id
  GROUP BY window_start, service, `version`, environment, `schema`, digest, ru_source, b.bucket_id
), merged AS (
  SELECT window_start, service, `version`, environment, `schema`, digest, ru_source,
    sort_array(collect_list(struct(bucket_id, n))) AS ascending
  FROM buckets_of_windows GROUP BY window_start, service, `version`, environment, `schema`, digest, ru_source
)
SELECT s.window_start, s.window_start + INTERVAL 1 {PERIOD} AS window_end, s.service, s.`version`, s.environment,
  '' AS instance, s.`schema`, s.digest, {STATEMENT_FIGURES}, s.ru, s.ru_source,
  coalesce(transform(m.ascending, b -> b.bucket_id), CAST(array() AS ARRAY<SMALLINT>)) AS bucket_id,
  coalesce(transform(m.ascending, b -> b.n), CAST(array() AS ARRAY<BIGINT>)) AS bucket_count,
  concat('{PERIOD}', '/', s.service, '/', s.`version`, '/', s.environment, '/', coalesce(s.ru_source, '')) AS boot_id,
  unix_seconds(CAST(s.window_start AS TIMESTAMP)) AS sequence,
  CAST(s.window_start AS DATE) AS `day`, hour(s.window_start) AS `hour`
FROM sums s LEFT JOIN merged m
  ON m.window_start = s.window_start AND m.service = s.service AND m.`version` = s.`version`
  AND m.environment = s.environment AND m.`schema` <=> s.`schema` AND m.digest = s.digest
  AND m.ru_source <=> s.ru_source
