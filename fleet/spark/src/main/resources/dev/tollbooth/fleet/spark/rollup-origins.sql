-- The origins of a roll-up's statements, likewise of {PERIOD} ('HOUR' or 'DAY').
SELECT period AS window_start, period + INTERVAL 1 {PERIOD} AS window_end, service, `version`, environment, '' AS instance,
  `schema`, digest, origin, {ORIGIN_SUMS}, sum(ru) AS ru, ru_source,
  concat('{PERIOD}', '/', service, '/', `version`, '/', environment, '/', coalesce(ru_source, '')) AS boot_id,
  unix_seconds(CAST(period AS TIMESTAMP)) AS sequence,
  CAST(period AS DATE) AS `day`, hour(period) AS `hour`
FROM (SELECT o.*, CAST(date_trunc('{PERIOD}', o.window_start) AS TIMESTAMP_NTZ) AS period FROM origins o)
GROUP BY period, service, `version`, environment, `schema`, digest, origin, ru_source
