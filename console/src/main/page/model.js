// The model, and its sums within a range of time.
export const BUCKETS = 450;
const LOW = new Float64Array(BUCKETS + 1);
for (let i = 1, bound = 1e7; i < BUCKETS; i++, bound *= 1.0471285480508996) LOW[i] = Math.floor(bound);
LOW[BUCKETS] = 18446744073709551615;

export function lowNanos(bucket) {
  return LOW[bucket] / 1000;
}

export function bucketOf(nanos) {
  let bucket = 0;
  while (bucket < BUCKETS - 1 && LOW[bucket + 1] <= nanos * 1000) bucket++;
  return bucket;
}

export function addHistogram(sum, pairs) {
  for (let i = 0, bucket = 0; i < pairs.length; i += 2) {
    bucket += pairs[i];
    sum[bucket] += pairs[i + 1];
  }
  return sum;
}

export function newHistogram() {
  return new Float64Array(BUCKETS);
}

export function totalOf(histogram) {
  return histogram.reduce((sum, n) => sum + n, 0);
}

// Returns the sum of one figure over all rows.
export function sumOf(rows, figure) {
  return rows.reduce((sum, each) => sum + (each[figure] || 0), 0);
}

export function different(values) {
  return [...new Set(values)];
}

export function meanOf({ nanos, calls }) {
  return calls ? nanos / calls : null;
}

// Returns the number of rows read and changed; null if the number is 0 and drivers did not report all counts.
export function rowsOf({ rowsRead, rowsAffected, rowsUnknown }) {
  return rowsRead + rowsAffected === 0 && rowsUnknown > 0 ? null : rowsRead + rowsAffected;
}

// Returns the bucket of a quantile; -1 if the histogram is empty.
export function quantileBucket(histogram, share) {
  const total = totalOf(histogram);
  if (total === 0) return -1;
  const rank = Math.ceil(total * Math.round(share * 1000) / 1000);
  let sum = 0;
  for (let i = 0; i < BUCKETS; i++) {
    sum += histogram[i];
    if (sum >= rank) return i;
  }
  return BUCKETS - 1;
}

export function quantile(histogram, share) {
  const bucket = quantileBucket(histogram, share);
  return bucket < 0 ? null : Math.floor(LOW[bucket + 1] / 1000);
}

const SUMS = ['calls', 'errors', 'nanos', 'rowsRead', 'rowsAffected', 'rowsUnknown', 'ru', 'unknown'];

// The names of figures in the views that differ from their keys in the model.
const NAMES = { count: 'calls', timeNanos: 'nanos', rowsChanged: 'rowsAffected', ruUnknown: 'unknown', ruSource: 'source', mostInTransaction: 'most',
  origin: 'name', p50Nanos: 'p50', p95Nanos: 'p95', p99Nanos: 'p99', firstSec: 'first', lastSec: 'last' };

export function named(each) {
  for (const key of Object.keys(NAMES)) if (each && key in each) each[NAMES[key]] = each[key];
  return each;
}

let catalogue = {};

export function isFigure(key) {
  return key in catalogue;
}

// Returns the title, sentence and unit of a figure.
export function figureOf(key) {
  const { title, ...more } = catalogue[key];
  return { title: title[0].toUpperCase() + title.slice(1), ...more };
}

export function load(model) {
  catalogue = model.figures;
  for (const row of [...model.spenders, ...model.statements]) [row, row.series, ...(row.origins || [])].forEach(named);
  [...model.slices.origin, ...model.slices.instance].forEach(named);
  [model.global, model.rest, ...model.runs.flatMap(run => Object.values(run.dropped))].forEach(named);
  model.end = model.start + model.bucketSeconds * model.buckets;
  model.first = model.runs.length ? Math.min(...model.runs.map(run => run.first)) : model.start;
  model.last = model.runs.length ? Math.max(...model.runs.map(run => run.end)) : model.end;
  model.statements.forEach((row, i) => {
    row.index = i;
    row.key = row.digest + (row.schema === undefined ? '' : '/' + row.schema);
    row.name = row.digest === '' ? 'Statements without room' : row.summary || row.text || row.digest.slice(0, 12);
  });
  model.byDigest = new Map(model.statements.map(row => [row.digest, row]));
  model.byKey = new Map(model.statements.map(row => [row.key, row]));
  model.cache = new Map();
  return model;
}

// Returns the text of a row in which the filter searches. The text is created at the first use.
export function searchText(row) {
  if (row.search === undefined) row.search = (row.name + ' ' + row.text + ' ' + row.digest + ' ' + (row.schema || '')).toLowerCase();
  return row.search;
}

// Returns the buckets that a range of seconds touches, as [from, until); all buckets without a range.
export function bucketRange(model, range) {
  if (!range) return [0, model.buckets];
  const from = Math.floor((range[0] - model.start) / model.bucketSeconds);
  const until = Math.ceil((range[1] - model.start) / model.bucketSeconds);
  const low = Math.max(0, Math.min(model.buckets - 1, from));
  return [low, Math.max(low + 1, Math.min(model.buckets, until))];
}

export function secondsOf(model, [from, until]) {
  const begin = Math.max(model.start + from * model.bucketSeconds, model.first);
  const end = Math.min(model.start + until * model.bucketSeconds, model.last);
  return [begin, Math.max(begin + 1, end)];
}

// Returns the sums of a series within the buckets; adds its latencies to the histogram if one is given.
export function sumSeries(series, [from, until], histogram) {
  const sums = { maxNanos: 0 };
  for (const name of SUMS) sums[name] = 0;
  if (series) series.at.forEach((bucket, i) => {
    if (bucket < from || bucket >= until) return;
    for (const name of SUMS) if (series[name]) sums[name] += series[name][i];
    if (series.maxNanos) sums.maxNanos = Math.max(sums.maxNanos, series.maxNanos[i]);
    if (histogram && series.histograms) addHistogram(histogram, series.histograms[i]);
  });
  return sums;
}

const SHARES = [0.5, 0.95, 0.99, 0.999];

// Returns the quantiles of a histogram in pairs of bucket distance and count. No array of all buckets is made, because
// there are thousands of rows.
function pairQuantiles(pairs) {
  let total = 0;
  for (let i = 1; i < pairs.length; i += 2) total += pairs[i];
  const ranks = SHARES.map(share => Math.ceil(total * Math.round(share * 1000) / 1000));
  const found = [null, null, null, null];
  for (let i = 0, bucket = 0, sum = 0, next = 0; total > 0 && i < pairs.length; i += 2) {
    bucket += pairs[i];
    sum += pairs[i + 1];
    for (; next < ranks.length && sum >= ranks[next]; next++) found[next] = Math.floor(LOW[bucket + 1] / 1000);
  }
  return found;
}

function finish(figures, row, histogram) {
  figures.row = row;
  figures.mean = meanOf(figures);
  if (histogram) figures.histogram = histogram;
  else Object.defineProperty(figures, 'histogram', { get: () => row.whole || (row.whole = addHistogram(newHistogram(), row.histogram)) });
  [figures.p50, figures.p95, figures.p99, figures.p999] = histogram ? SHARES.map(share => quantile(histogram, share)) : pairQuantiles(row.histogram);
  return figures;
}

// Returns the figures of all statements within the buckets. A statement without a series has the figures of the whole
// span, and is marked `whole`.
export function figuresOf(model, buckets) {
  const key = buckets.join();
  if (model.cache.has(key)) return model.cache.get(key);
  const whole = buckets[0] === 0 && buckets[1] === model.buckets;
  const rows = [];
  for (const row of model.statements) {
    if (whole || !row.series) {
      const { calls, errors, nanos, rowsRead, rowsAffected, rowsUnknown, maxNanos } = row;
      rows.push(finish({ calls, errors, nanos, rowsRead, rowsAffected, rowsUnknown, maxNanos, ru: row.ru || 0, whole: !whole }, row));
    } else {
      const coarse = !row.series.histograms;
      const histogram = coarse ? null : newHistogram();
      const sums = sumSeries(row.series, buckets, histogram);
      if (sums.calls + sums.rowsRead + sums.nanos > 0) rows.push(Object.assign(finish(sums, row, histogram), { coarse }));
    }
  }
  const all = newHistogram();
  const total = finish(sumSeries(model.global, buckets, all), null, all);
  if (whole) {
    total.nanos = sumOf(model.statements, 'nanos');
    total.maxNanos = Math.max(0, ...model.statements.map(row => row.maxNanos));
    total.mean = meanOf(total);
  }
  const seconds = secondsOf(model, buckets);
  const result = { rows, total, seconds, length: seconds[1] - seconds[0] };
  if (model.cache.size > 8) model.cache.clear();
  model.cache.set(key, result);
  return result;
}

// Returns a figure of a series for each bucket; 0 for a bucket without figures.
export function dense(model, series, figure) {
  const values = new Array(model.buckets).fill(0);
  if (series?.[figure]) series.at.forEach((bucket, i) => { values[bucket] = series[figure][i]; });
  return values;
}

// Returns the number of seconds of a bucket that the reports cover, which is less for the first and the last bucket.
function lengthOf(model, bucket) {
  const at = model.start + bucket * model.bucketSeconds;
  return Math.max(1, Math.min(at + model.bucketSeconds, model.last) - Math.max(at, model.first));
}

// Returns a figure of a series per second, for each bucket of the range.
export function rates(model, series, figure, [from, until], scale = 1) {
  return dense(model, series, figure).slice(from, until).map((value, i) => value / scale / lengthOf(model, from + i));
}

const ITEM_SECONDS = 15;

// Returns a figure of a spender per second. Reports have the figure for items of 15 seconds; the steps within an item
// share its value evenly.
export function spentRates(model, spender, figure, [from, until], scale = 1) {
  const item = bucket => Math.floor((model.start + bucket * model.bucketSeconds) / ITEM_SECONDS);
  const sums = new Map(), lengths = new Map();
  const values = dense(model, spender, figure);
  values.forEach((value, i) => {
    sums.set(item(i), (sums.get(item(i)) || 0) + value);
    lengths.set(item(i), (lengths.get(item(i)) || 0) + lengthOf(model, i));
  });
  return values.slice(from, until).map((_, i) => sums.get(item(from + i)) / scale / lengths.get(item(from + i)));
}

// Returns the quantiles of each bucket; null for a bucket without executions.
export function quantiles(model, series, shares) {
  const lines = shares.map(() => new Array(model.buckets).fill(null));
  if (series?.histograms) series.at.forEach((bucket, i) => {
    const histogram = addHistogram(newHistogram(), series.histograms[i]);
    shares.forEach((share, line) => { lines[line][bucket] = quantile(histogram, share); });
  });
  return lines;
}

export function bucketStarts(model) {
  return Array.from({ length: model.buckets }, (_, i) => model.start + i * model.bucketSeconds);
}

// Returns the names of the origins of a statement, without the empty one.
export function originNames(row) {
  return (row.origins || []).map(each => each.name).filter(Boolean);
}

// Returns the sums of each spender within the buckets. Spenders without executions and request units are left out.
export function spentOf(model, buckets) {
  return model.spenders.map(spender => ({ spender, ...sumSeries(spender, buckets) })).filter(each => each.calls + each.ru > 0);
}

// Returns the request units of all parts; `ru` is null if they have several sources.
function ruOf(parts) {
  const sources = different(parts.filter(each => each.ru > 0).map(each => (each.spender || each).source));
  return sources.length > 1 ? { ru: null, source: 'mixed' } : { ru: sumOf(parts, 'ru'), source: sources[0] };
}

// Returns the sums of the rows by key, each with the rows of that key.
export function grouped(rows, keyOf) {
  const groups = new Map();
  for (const each of rows) {
    const key = keyOf(each);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(each);
  }
  return [...groups].map(([key, parts]) => ({ key, parts, ...ruOf(parts), calls: sumOf(parts, 'calls'), nanos: sumOf(parts, 'nanos'), unknown: sumOf(parts, 'unknown') }));
}
