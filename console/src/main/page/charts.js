// Charts of lines and areas over time, drawn by uPlot, with a box that shows the figures under the pointer.
import { html, render, useRef, useLayoutEffect, useState, Plot } from './lib.js';
import { axisTexts, clock, day, latency, roundTimes, short, tick, tickText, times } from './format.js';
import { bucketStarts, quantiles, rates, secondsOf } from './model.js';
import { Panel } from './parts.js';
import { savePng } from './save.js';

export function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
}

export const MARKS = { start: 'accent', plan: 'c4', budget: 'bad' };

export const PALETTE = ['c1', 'c2', 'c3', 'c4', 'c5'];

// A chart with fewer steps has bars, because a line would show slopes that are not in the data.
const FEW = 40;

function tip(series, format) {
  const box = document.createElement('div');
  box.className = 'tip';
  box.hidden = true;
  return {
    hooks: {
      init: plot => {
        plot.over.appendChild(box);
        plot.over.addEventListener('mouseleave', () => { box.hidden = true; });
      },
      setCursor: plot => {
        const { idx, left } = plot.cursor;
        box.hidden = (idx ?? null) === null || left < 0;
        if (box.hidden) return;
        render(html`<b>${day(plot.data[0][idx])} ${clock(plot.data[0][idx])}</b>${series.filter(line => (line.values[idx] ?? null) !== null).map(line =>
          html`<div><i style=${{ background: color(line.color) }}></i><span>${line.name}</span><em>${format(line.values[idx])}</em></div>`)}`, box);
        const width = plot.over.clientWidth;
        box.style.left = left > width / 2 ? '' : left + 14 + 'px';
        box.style.right = left > width / 2 ? width - left + 14 + 'px' : '';
      },
    },
  };
}

function lines(marks) {
  return {
    hooks: {
      draw: plot => {
        const { ctx, bbox: { left, top, width, height } } = plot;
        const place = second => plot.valToPos(second, 'x', true);
        ctx.save();
        for (const mark of marks) {
          const x = place(mark.at);
          if (mark.until) {
            const end = Math.min(place(mark.until), left + width);
            ctx.fillStyle = color(mark.color);
            ctx.fillRect(x, top, end - x, 3 * devicePixelRatio);
            ctx.fillStyle += '30';
            ctx.fillRect(x, top, end - x, height);
          } else if (x >= left && x <= left + width) {
            ctx.fillStyle = color(MARKS[mark.kind]);
            for (let y = 0; y < height; y += 7 * devicePixelRatio) ctx.fillRect(x - devicePixelRatio / 2, top + y, devicePixelRatio, 4 * devicePixelRatio);
          }
        }
        ctx.restore();
      },
    },
  };
}

function options(props, width) {
  const grid = { stroke: color('line'), width: 1 };
  const axis = { stroke: color('muted'), font: '11px system-ui, sans-serif', grid, ticks: { show: false } };
  const { stacked } = props;
  const few = isFew(props);
  const bars = Plot.paths.bars({ size: [1, Infinity], align: 1, gap: 1 });
  const steps = Plot.paths.stepped({ align: 1 });
  return {
    width,
    height: props.height,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: !stacked, size: 6 },
      drag: { x: Boolean(props.onSelect), y: false, setScale: false },
      // the step under the pointer
      dataIdx: (plot, _, nearest, at) => Math.max(0, Math.min(props.x.length, props.x[nearest] <= at ? nearest + 1 : nearest) - 1),
    },
    scales: {
      x: { time: false, range: () => [Math.max(props.x[0], props.from), few ? props.until : props.x[props.x.length - 1]] },
      y: { distr: props.log ? 3 : 1, range: props.log ? undefined : (_, __, max) => [0, max > 0 ? max * 1.08 : 1] },
    },
    axes: [
      { ...axis, grid: { show: false }, space: 80, size: 22, splits: (plot, _, from, until) => roundTimes(from, until, plot.width / 80).map(([at]) => at),
        values: (plot, at) => at.map(second => fits(plot, second) ? tickText(second, at) : '') },
      { ...axis, size: props.axis || 52, space: 34, splits: props.log ? decadesWithin : undefined, values: (_, at) => axisTexts(at, props.format) },
    ],
    series: [{}].concat(props.series.map(line => ({
      label: line.name,
      // in a stacked chart each area covers part of the next one: a thin line separates them
      stroke: color(stacked ? 'panel' : line.color),
      width: stacked ? 0.75 : few && line.fill ? 0 : 1.5,
      fill: stacked ? color(line.color) : line.fill ? color(line.color) + (few ? '99' : '22') : undefined,
      paths: few ? isBar(props, line) ? bars : steps : undefined,
      points: { show: false },
    }))),
    plugins: [tip(props.series, props.tipFormat || props.format), lines(props.marks || [])],
    hooks: {
      setSelect: [plot => {
        if (plot.select.width > 3 && props.onSelect) {
          const from = plot.posToVal(plot.select.left, 'x');
          const until = plot.posToVal(plot.select.left + plot.select.width, 'x');
          plot.setSelect({ left: 0, width: 0 }, false);
          props.onSelect([Math.floor(from), Math.ceil(until)]);
        }
      }],
    },
  };
}

// Returns whether the label of a time fits before the chart's right edge.
function fits(plot, second) {
  const { min, max } = plot.scales.x;
  return (max - second) / (max - min || 1) * plot.width > 20;
}

function decadesWithin(plot, axis, min, max) {
  const all = [];
  for (let value = 10 ** Math.ceil(Math.log10(min) - 1e-9); value <= max * 1.000001; value *= 10) all.push(value);
  return all;
}

function stack(series) {
  const sums = new Array(series[0] ? series[0].values.length : 0).fill(0);
  return series.map(line => line.values.map((value, i) => (sums[i] += value || 0))).reverse();
}

function isFew({ x }) {
  return x.length < FEW;
}

function isBar({ stacked }, line) {
  return stacked || line.fill;
}

// Extends the last of few steps to its end.
function closed(props, data) {
  const { x, step } = props;
  return isFew(props) ? data.map((values, i) => [...values, i ? isBar(props, props.series[i - 1]) ? null : values[values.length - 1] : x[x.length - 1] + step]) : data;
}

// Draws a chart. Its props are: x, step, from, until, height, series [{name, color, values}], format, stacked, log, marks, onSelect, label
function Chart(props) {
  const place = useRef(null);
  useLayoutEffect(() => {
    const shown = props.stacked ? { ...props, series: [...props.series].reverse() } : props;
    const data = [props.x, ...(props.stacked ? stack(props.series) : props.series.map(line => line.values))];
    const plot = new Plot(options(shown, Math.max(160, place.current.clientWidth)), closed(props, data), place.current);
    const end = watch(place, () => plot.width, width => plot.setSize({ width, height: props.height }));
    return () => { end(); plot.destroy(); };
  }, [props.x, props.height, props.theme, props.keys]);
  return html`<div class="chart" ref=${place} role="img" aria-label=${titleOf(props)}></div>`;
}

function titleOf({ label, from, until }) {
  return label + ', ' + times(from, until);
}

// A panel with a chart, and a button that saves the chart as a picture.
export function ChartPanel({ title, hint, actions, children, ...chart }) {
  const picture = event => savePng(event.target.closest('.panel').querySelector('canvas'), titleOf(chart), chart.series, color);
  return html`<${Panel} title=${title} hint=${hint} actions=${html`<span class="row-actions">${actions}
    <button class="quiet save" onClick=${picture} aria-label=${'Save as a picture: ' + chart.label}>PNG</button></span>`}><${Chart} ...${chart}/>${children}<//>`;
}

// Calls `changed` with each new width of the element; returns a function that ends the watch.
function watch(place, known, changed) {
  const size = new ResizeObserver(() => {
    const width = place.current?.clientWidth;
    if (width > 0 && Math.abs(width - known()) > 1) changed(width);
  });
  size.observe(place.current);
  return () => size.disconnect();
}

// Returns a reference for the element of a drawing, and its width.
export function useWidth(begin) {
  const place = useRef(null);
  const [width, setWidth] = useState(begin);
  useLayoutEffect(() => {
    setWidth(place.current.clientWidth || begin);
    return watch(place, () => width, setWidth);
  });
  return [place, width];
}

// Returns the times of the buckets for a chart.
export function shownTimes(model, buckets) {
  const [from, until] = secondsOf(model, buckets);
  return { x: bucketStarts(model).slice(...buckets), step: model.bucketSeconds, from, until };
}

// Returns the lines of a series within the buckets: load, executions and errors per second, and latencies.
export function linesOf(model, series, buckets) {
  const rate = (figure, scale) => rates(model, series, figure, buckets, scale);
  const [p50, p95, p99] = quantiles(model, series, [0.5, 0.95, 0.99]).map(values => values.slice(...buckets));
  return { load: rate('nanos', 1e9), calls: rate('calls'), errors: rate('errors'), p50, p95, p99 };
}

const QUANTILE_KEY = html`<span class="inline-key"><i class="swatch c5"></i>P99<i class="swatch c1"></i>P95<i class="swatch c2"></i>P50</span>`;

export function Quantiles({ chart, lines: { p50, p95, p99 } }) {
  return html`<${ChartPanel} title="Latency" hint=${QUANTILE_KEY} ...${chart} log format=${tick} tipFormat=${latency} axis=${60} label="P50, P95 and P99 over time"
    series=${[{ name: 'P99', color: 'c5', values: p99 }, { name: 'P95', color: 'c1', values: p95 }, { name: 'P50', color: 'c2', values: p50 }]}/>`;
}

// A chart of a figure per second; `none` is the text to show instead of a chart of zeros.
export function Rate({ chart, title, values, swatch = 'c1', format = short, none }) {
  const name = title + ' per second';
  return none ? html`<${Panel} title=${title} hint="per second"><p class="none">${none}</p><//>`
    : html`<${ChartPanel} title=${title} hint="per second" ...${chart} series=${[{ name, color: swatch, fill: true, values }]} format=${format} label=${name + ' over time'}/>`;
}

export function Sparkline({ values, label }) {
  const width = 96;
  const height = 22;
  const groups = Math.min(48, values.length);
  const points = [];
  let most = 0;
  for (let i = 0; i < groups; i++) {
    const from = Math.floor(i * values.length / groups);
    const until = Math.max(from + 1, Math.floor((i + 1) * values.length / groups));
    let sum = 0;
    for (let j = from; j < until; j++) sum += values[j];
    points.push(sum / (until - from));
    most = Math.max(most, points[i]);
  }
  if (most === 0) return null;
  const few = groups < 12;
  const at = points.flatMap((value, i) => (few ? [i, i + 1] : [i]).map(place => (place * width / (few ? groups : groups - 1)).toFixed(1) + ' '
    + (height - 2 - value / most * (height - 4)).toFixed(1)));
  return html`<svg class="spark" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${label}>
    <path class="area" d=${'M0 ' + height + ' L' + at.join(' L') + ' L' + width + ' ' + height + 'Z'}/>
    <path class="line" d=${'M' + at.join(' L')}/></svg>`;
}
