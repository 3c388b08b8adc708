// The test whether a statement became slower by more than chance. A Java test compares it with the rule of `tollbooth diff`.
import { addHistogram, newHistogram, quantileBucket, totalOf } from './model.js';

export const LEAST = 100;
export const MOVED = 3;
const FALSE_ALARMS = 0.01;
const CUTS = [0.5, 0.75, 0.9, 0.95, 0.99];

function above(histogram, bucket) {
  return totalOf(histogram.subarray(bucket + 1));
}

function merged(windows) {
  const all = newHistogram();
  for (const window of windows) window.forEach((n, i) => { all[i] += n; });
  return all;
}

function logFactorial(n) {
  if (n < 16) {
    let product = 1;
    for (let i = 2; i <= n; i++) product *= i;
    return Math.log(product);
  }
  return n * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI * n) + 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5);
}

const logChoose = (n, k) => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

// Returns the probability that at least `found` of the drawn items are marked, by the hypergeometric distribution.
function atLeast(found, drawn, marked, all) {
  if (found <= Math.max(0, drawn + marked - all) || found <= drawn / all * marked) return 1;
  const most = Math.min(drawn, marked);
  let term = Math.exp(logChoose(marked, found) + logChoose(all - marked, drawn - found) - logChoose(all, drawn));
  let sum = 0;
  for (let k = found; k <= most && term > sum * 1e-17; k++) {
    sum += term;
    term *= (marked - k) / (k + 1) * (drawn - k) / (all - marked - drawn + k + 1);
  }
  return Math.min(1, sum);
}

function studentAbove(t, degrees) {
  if (t < 1) return 1;
  if (degrees === 1) return 0.5 - Math.atan(t) / Math.PI;
  if (degrees === 2) return 0.5 - t / (2 * Math.sqrt(2 + t * t));
  const z = (8 * degrees + 1) / (8 * degrees + 3) * Math.sqrt(degrees * Math.log1p(t * t / degrees));
  return 4 * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) / (3 * z + Math.sqrt(z * z + 8));
}

function spread(windows, side, cut, share) {
  const own = above(side, cut) / totalOf(side);
  let sum = 0;
  for (const window of windows) {
    const total = totalOf(window);
    if (total > 0) sum += (above(window, cut) - total * own) ** 2 / (total * share * (1 - share));
  }
  return sum;
}

function betweenWindows(lower, higher, low, high, cut) {
  const degrees = [...lower, ...higher].filter(window => totalOf(window) > 0).length - 2;
  const lows = totalOf(low), highs = totalOf(high);
  const share = (above(low, cut) + above(high, cut)) / (lows + highs);
  if (degrees < 1 || share <= 0 || share >= 1) return 0;
  const dispersion = (spread(lower, low, cut, share) + spread(higher, high, cut, share)) / degrees;
  if (dispersion <= 1) return 0;
  const difference = above(high, cut) / highs - above(low, cut) / lows;
  return studentAbove(difference / Math.sqrt(share * (1 - share) * (1 / lows + 1 / highs) * dispersion), degrees);
}

// Returns the probability of a difference at least this large if both lists of histograms come from the same distribution.
export function chance(lower, higher) {
  const low = merged(lower), high = merged(higher), all = merged([low, high]);
  const total = totalOf(all);
  const cuts = new Set(CUTS.map(cut => {
    let bucket = -1, sum = 0;
    while (sum < cut * total) sum += all[++bucket];
    return bucket;
  }));
  let least = 1;
  for (const cut of cuts) {
    const exact = atLeast(above(high, cut), totalOf(high), above(low, cut) + above(high, cut), total);
    least = Math.min(least, Math.max(exact, betweenWindows(lower, higher, low, high, cut)) * cuts.size);
  }
  return least;
}

export function windowsOf({ at, histograms }, [from, until]) {
  return histograms.filter((_, i) => at[i] >= from && at[i] < until).map(pairs => addHistogram(newHistogram(), pairs));
}

// Returns the statements that are new, gone, slower or faster in the later of two spans.
export function changes(before, after, ranges) {
  const byKey = figures => new Map(figures.rows.filter(each => !each.whole && !each.coarse && each.row.digest !== '').map(each => [each.row.key, each]));
  const old = byKey(before), now = byKey(after);
  const both = [...now].filter(([key, each]) => old.has(key) && Math.min(totalOf(each.histogram), totalOf(old.get(key).histogram)) >= LEAST);
  const rows = [];
  for (const [key, each] of now) if (!old.has(key)) rows.push({ kind: 'new', now: each });
  for (const [key, was] of old) if (!now.has(key)) rows.push({ kind: 'gone', was });
  for (const [key, each] of both) {
    const was = old.get(key);
    const moved = quantileBucket(each.histogram, 0.99) - quantileBucket(was.histogram, 0.99);
    if (Math.abs(moved) < MOVED) continue;
    const [a, b] = ranges.map(range => windowsOf(each.row.series, range));
    if ((moved > 0 ? chance(a, b) : chance(b, a)) <= FALSE_ALARMS / both.length / 2) rows.push({ kind: moved > 0 ? 'slower' : 'faster', was, now: each });
  }
  return rows;
}
