// Lines and areas over time, by uPlot, with a box that tells the figures under the pointer.
import { html, useRef, useLayoutEffect, useState, Plot } from './lib.js';
import { axisTexts, clock, day } from './format.js';
import { bucketStarts } from './model.js';

export function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
}

export const MARKS = { start: 'accent', plan: 'c4', budget: 'bad' };

export const PALETTE = ['c1', 'c2', 'c3', 'c4', 'c5'];

function tip(series, format) {
  let box = null;
  return {
    hooks: {
      init: plot => {
        box = document.createElement('div');
        box.className = 'tip';
        plot.over.appendChild(box);
        plot.over.addEventListener('mouseleave', () => { box.hidden = true; });
        box.hidden = true;
      },
      setCursor: plot => {
        const at = plot.cursor.idx;
        if (at === null || at === undefined || plot.cursor.left < 0) { box.hidden = true; return; }
        box.textContent = '';
        const head = document.createElement('b');
        head.textContent = day(plot.data[0][at]) + ' ' + clock(plot.data[0][at]);
        box.appendChild(head);
        for (const line of series) {
          const value = line.values[at];
          if (value === null || value === undefined) continue;
          const row = document.createElement('div');
          const swatch = document.createElement('i');
          swatch.style.background = color(line.color);
          const name = document.createElement('span');
          name.textContent = line.name;
          const figure = document.createElement('em');
          figure.textContent = format(value);
          row.append(swatch, name, figure);
          box.appendChild(row);
        }
        box.hidden = false;
        const right = plot.cursor.left > plot.over.clientWidth / 2;
        box.style.left = right ? '' : plot.cursor.left + 14 + 'px';
        box.style.right = right ? plot.over.clientWidth - plot.cursor.left + 14 + 'px' : '';
      },
    },
  };
}

function lines(marks) {
  return {
    hooks: {
      draw: plot => {
        const { ctx } = plot;
        ctx.save();
        for (const mark of marks) {
          const x = plot.valToPos(mark.at, 'x', true);
          if (mark.until) {
            const right = plot.valToPos(mark.until, 'x', true);
            ctx.fillStyle = color(mark.color) + '30';
            ctx.fillRect(x, plot.bbox.top, right - x, plot.bbox.height);
            ctx.fillStyle = color(mark.color);
            ctx.fillRect(x, plot.bbox.top, right - x, 3 * devicePixelRatio);
            continue;
          }
          if (x < plot.bbox.left || x > plot.bbox.left + plot.bbox.width) continue;
          ctx.strokeStyle = color(MARKS[mark.kind]);
          ctx.lineWidth = devicePixelRatio;
          ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
          ctx.beginPath();
          ctx.moveTo(x, plot.bbox.top);
          ctx.lineTo(x, plot.bbox.top + plot.bbox.height);
          ctx.stroke();
        }
        ctx.restore();
      },
    },
  };
}

function options(props, width) {
  const grid = { stroke: color('line'), width: 1 };
  const axis = { stroke: color('muted'), font: '11px system-ui, sans-serif', grid, ticks: { show: false } };
  const stacked = props.stacked;
  return {
    width,
    height: props.height,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: !stacked, size: 6 },
      drag: { x: Boolean(props.onSelect), y: false, setScale: false },
    },
    scales: {
      x: { time: true, range: () => [props.x[0], props.x[props.x.length - 1] + (props.x.length > 1 ? 0 : props.step)] },
      y: { distr: props.log ? 3 : 1, range: props.log ? undefined : (_, __, max) => [0, max > 0 ? max * 1.08 : 1] },
    },
    axes: [
      { ...axis, grid: { show: false }, space: 90, size: 22, values: (plot, at) => at.map(second => fits(plot, second) ? tickText(second, at) : '') },
      { ...axis, size: props.axis || 52, space: 34, splits: props.log ? decadesWithin : undefined, values: (_, at) => axisTexts(at, props.format) },
    ],
    series: [{}].concat(props.series.map(line => ({
      label: line.name,
      // in a stack the layers lie over each other: a seam keeps them apart, and each has its own colour
      stroke: color(stacked ? 'panel' : line.color),
      width: stacked ? 0.75 : 1.5,
      fill: stacked ? color(line.color) : line.fill ? color(line.color) + '22' : undefined,
      points: { show: props.x.length < 2 },
      spanGaps: false,
      paths: props.stepped ? Plot.paths.stepped({ align: 1 }) : undefined,
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

// Whether a time's text would not be cut off at the right.
function fits(plot, second) {
  const { min, max } = plot.scales.x;
  return (max - second) / (max - min || 1) * plot.width > 20;
}

function decadesWithin(plot, axis, min, max) {
  const all = [];
  for (let value = 10 ** Math.ceil(Math.log10(min) - 1e-9); value <= max * 1.000001; value *= 10) all.push(value);
  return all;
}

function tickText(second, all) {
  const wide = all.length > 1 && all[all.length - 1] - all[0] > 86400;
  const step = all.length > 1 ? all[1] - all[0] : 60;
  if (step >= 86400 || (wide && clock(second) === '00:00:00')) return day(second).replace(/,? \d{4}$/, '');
  return step < 60 ? clock(second) : clock(second).slice(0, 5);
}

const STEPS = [1, 5, 15, 30, 60, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];

// Round times of the reader's clock between two seconds, as many as fit.
export function roundTimes(from, until, most) {
  const step = STEPS.find(each => (until - from) / each <= most) || Math.ceil((until - from) / most / 86400) * 86400;
  const shift = -60 * new Date(from * 1000).getTimezoneOffset();
  const all = [];
  for (let at = Math.ceil((from + shift) / step) * step - shift; at <= until; at += step) all.push(at);
  return all.map(at => [at, tickText(at, all)]);
}

function stack(series) {
  const sums = new Array(series[0] ? series[0].values.length : 0).fill(0);
  return series.map(line => line.values.map((value, i) => (sums[i] += value || 0))).reverse();
}

// props: x, step, height, series [{name, color, values}], format, stacked, log, marks, onSelect, label
export function Chart(props) {
  const place = useRef(null);
  useLayoutEffect(() => {
    const shown = props.stacked ? { ...props, series: [...props.series].reverse() } : props;
    const data = [props.x, ...(props.stacked ? stack(props.series) : props.series.map(line => line.values))];
    const plot = new Plot(options(shown, Math.max(160, place.current.clientWidth)), data, place.current);
    const size = new ResizeObserver(() => {
      const width = place.current ? place.current.clientWidth : 0;
      if (width > 0 && Math.abs(width - plot.width) > 1) plot.setSize({ width, height: props.height });
    });
    size.observe(place.current);
    return () => { size.disconnect(); plot.destroy(); };
  }, [props.x, props.height, props.theme, props.keys]);
  return html`<div class="chart" ref=${place} role="img" aria-label=${props.label}></div>`;
}

// What holds a drawing, and how wide it is.
export function useWidth(begin) {
  const place = useRef(null);
  const [width, setWidth] = useState(begin);
  const measure = () => {
    const now = place.current ? place.current.clientWidth : 0;
    if (now > 0 && Math.abs(now - width) > 1) setWidth(now);
  };
  useLayoutEffect(() => {
    measure();
    const size = new ResizeObserver(measure);
    size.observe(place.current);
    return () => size.disconnect();
  });
  return [place, width];
}

// The times within the buckets, so that a chart shows the range alone.
export function shownTimes(model, buckets) {
  return { x: bucketStarts(model).slice(buckets[0], buckets[1]), step: model.bucketSeconds };
}

export function quantileLines({ p50, p95, p99 }) {
  return [{ name: 'P99', color: 'c5', values: p99 }, { name: 'P95', color: 'c1', values: p95 }, { name: 'P50', color: 'c2', values: p50 }];
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
  const at = points.map((value, i) => (groups === 1 ? width : (i * width / (groups - 1))).toFixed(1) + ' '
    + (height - 2 - value / most * (height - 4)).toFixed(1));
  return html`<svg class="spark" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${label}>
    <path class="area" d=${'M0 ' + height + ' L' + at.join(' L') + ' L' + width + ' ' + height + 'Z'}/>
    <path class="line" d=${'M' + at.join(' L')}/></svg>`;
}
