// Charts of latencies: the histogram with its quantiles, and the heatmap over time.
import { html, useRef, useLayoutEffect, useMemo, useState } from './lib.js';
import { count, latency, tick, percent, roundTimes, times, quantileText } from './format.js';
import { BUCKETS, lowNanos, bucketOf, quantileBucket, addHistogram, newHistogram, totalOf } from './model.js';
import { color, useWidth } from './charts.js';

const QUANTILES = [['P50', 0.5], ['P95', 0.95], ['P99', 0.99], ['P999', 0.999]];

function bounds(histogram) {
  let low = 0;
  while (low < BUCKETS - 1 && histogram[low] === 0) low++;
  let high = BUCKETS - 1;
  while (high > low && histogram[high] === 0) high--;
  return [low, high];
}

function decades(low, high) {
  const marks = [];
  for (let nanos = 1e4; nanos < 1e14; nanos *= 10) {
    const bucket = bucketOf(nanos);
    if (bucket >= low && bucket <= high + 1) marks.push([bucket, tick(nanos)]);
  }
  return marks;
}

export function Histogram({ histogram }) {
  const [place, W] = useWidth(640);
  const [from, until] = bounds(histogram);
  const low = Math.max(0, from - 4);
  const high = Math.min(BUCKETS - 1, until + 4);
  const total = totalOf(histogram);
  const most = Math.max(...histogram);
  const H = 240, bottom = 26, top = 54;
  const step = W / (high - low + 1);
  const x = bucket => (bucket - low) * step;
  const bars = [];
  for (let i = low; i <= high; i++) {
    if (histogram[i] === 0) continue;
    const height = Math.max(1, histogram[i] / most * (H - top - bottom));
    bars.push(html`<rect class="column" x=${x(i).toFixed(2)} y=${(H - bottom - height).toFixed(2)}
      width=${Math.max(0.6, step - (step > 3 ? 1 : 0)).toFixed(2)} height=${height.toFixed(2)}>
      <title>${latency(lowNanos(i))} to ${latency(lowNanos(i + 1))}: ${count(histogram[i])} (${percent(histogram[i] / total)})</title></rect>`);
  }
  let edge = -99;
  let row = 0;
  const marks = QUANTILES.map(([name, share]) => {
    const bucket = quantileBucket(histogram, share);
    const at = x(bucket + 1);
    row = at - edge < 86 ? row + 1 : 0;
    edge = at;
    const end = at > W - 90;
    return html`<g class="quantile"><line x1=${at} x2=${at} y1=${8 + row * 13} y2=${H - bottom}/>
      <text x=${end ? at - 4 : at + 4} y=${14 + row * 13} text-anchor=${end ? 'end' : 'start'}>${name + ' ' + quantileText(Math.floor(lowNanos(bucket + 1)))}</text></g>`;
  });
  return html`<div ref=${place}><svg class="histogram" viewBox="0 0 ${W} ${H}" role="img"
    aria-label=${'Histogram of ' + count(total) + ' executions from ' + latency(lowNanos(from)) + ' to ' + latency(lowNanos(until + 1))}>
    ${decades(low, high).map(([bucket, name]) => html`<g class="tick"><line x1=${x(bucket)} x2=${x(bucket)} y1=${top} y2=${H - bottom}/>
      <text x=${Math.min(W - 14, Math.max(14, x(bucket)))} y=${H - 8} text-anchor="middle">${name}</text></g>`)}
    <line class="base" x1="0" x2=${W} y1=${H - bottom} y2=${H - bottom}/>${bars}${marks}</svg></div>`;
}

const ROWS = 48;
const LEFT = 52, BOTTOM = 22;

// Returns the executions of each cell of the heatmap: a column is a step of time, a row one or more latency buckets.
function cellsOf(series, buckets, histogram) {
  const [low, high] = bounds(histogram);
  const first = Math.max(0, low - 2);
  const until = Math.min(BUCKETS, high + 3);
  const rows = Math.min(ROWS, until - first);
  const perRow = (until - first) / rows;
  const columns = new Map();
  let most = 0;
  series.at.forEach((bucket, i) => {
    if (bucket < buckets[0] || bucket >= buckets[1] || !series.histograms) return;
    const sums = addHistogram(newHistogram(), series.histograms[i]);
    const column = new Float64Array(rows);
    for (let b = first; b <= high; b++) column[Math.min(rows - 1, Math.floor((b - first) / perRow))] += sums[b];
    columns.set(bucket - buckets[0], column);
    for (const n of column) most = Math.max(most, n);
  });
  return { first, high, rows, perRow, columns, most, width: buckets[1] - buckets[0] };
}

function drawHeatmap(canvas, cells, from, until) {
  const width = canvas.clientWidth, height = canvas.clientHeight, scale = devicePixelRatio || 1;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const ctx = canvas.getContext('2d');
  ctx.scale(scale, scale);
  const w = (width - LEFT) / cells.width, h = (height - BOTTOM) / cells.rows;
  ctx.fillStyle = color('accent');
  for (const [column, values] of cells.columns) {
    values.forEach((n, row) => {
      if (n === 0) return;
      ctx.globalAlpha = 0.1 + 0.9 * Math.log1p(n) / Math.log1p(cells.most);
      ctx.fillRect(LEFT + column * w, height - BOTTOM - (row + 1) * h, Math.max(1, w - (w > 7 ? 1 : 0)) + (w > 7 ? 0 : 0.4), h + (h > 9 ? -1 : 0.4));
    });
  }
  ctx.globalAlpha = 1;
  ctx.fillStyle = color('muted');
  ctx.font = '11px system-ui, sans-serif';
  ctx.textAlign = 'right';
  let last = 1e9;
  for (const [bucket, name] of decades(cells.first, cells.high)) {
    const y = height - BOTTOM - (bucket - cells.first) / cells.perRow * h;
    if (last - y > 14) ctx.fillText(name, LEFT - 8, y + 4);
    last = y;
  }
  ctx.textAlign = 'center';
  for (const [second, text] of roundTimes(from, until, Math.floor((width - LEFT) / 80))) {
    const x = LEFT + (second - from) / (until - from) * (width - LEFT);
    const half = ctx.measureText(text).width / 2;
    ctx.fillText(text, Math.min(width - half, Math.max(LEFT + half, x)), height - 6);
  }
}

export function Heatmap({ model, series, buckets, theme, histogram }) {
  const [place, width] = useWidth(640);
  const canvas = useRef(null);
  const [over, setOver] = useState(null);
  const from = model.start + buckets[0] * model.bucketSeconds;
  const until = model.start + buckets[1] * model.bucketSeconds;
  const cells = useMemo(() => cellsOf(series, buckets, histogram), [series, buckets.join(), histogram]);
  useLayoutEffect(() => drawHeatmap(canvas.current, cells, from, until), [cells, theme, width]);
  const look = event => {
    const box = canvas.current.getBoundingClientRect();
    const x = event.clientX - box.left;
    const column = Math.floor((x - LEFT) / (box.width - LEFT) * cells.width);
    const row = Math.floor((box.height - BOTTOM - (event.clientY - box.top)) / (box.height - BOTTOM) * cells.rows);
    const values = cells.columns.get(column);
    setOver(x < LEFT || !values || !values[row] ? null : { x, right: x > box.width / 2, column, row, n: values[row] });
  };
  const bound = row => latency(lowNanos(Math.ceil(cells.first + row * cells.perRow)));
  return html`<div class="chart" ref=${place} onMouseMove=${look} onMouseLeave=${() => setOver(null)}><canvas class="heatmap" ref=${canvas} role="img" data-theme=${theme}
    aria-label="Heatmap of latencies over time: a stronger colour is more executions"></canvas>
    ${over && html`<div class="tip" style=${over.right ? { right: width - over.x + 14 + 'px' } : { left: over.x + 14 + 'px' }}><b>${times(from + over.column * model.bucketSeconds, from + (over.column + 1) * model.bucketSeconds)}</b>
      <div><span>${bound(over.row)} to ${bound(over.row + 1)}</span><em>${count(over.n)}</em></div></div>`}</div>`;
}
