// Formats for figures and texts.
const UNITS = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];

export function digits(value) {
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString('en-US');
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1).replace(/\.0$/, '');
  return size === 0 ? '0' : size < 0.01 ? value.toPrecision(1) : value.toFixed(2).replace(/\.?0+$/, '');
}

export function count(value) {
  return Math.round(value).toLocaleString('en-US');
}

export function short(value) {
  const size = Math.abs(value);
  if (size >= 1e9) return three(value / 1e9) + ' G';
  if (size >= 1e6) return three(value / 1e6) + ' M';
  if (size >= 1e4) return three(value / 1e3) + ' k';
  return digits(value);
}

// Formats request units; they are null if unknown, or if they have several sources.
export function ruText({ ru, source }) {
  return ru === null || ru === undefined ? source === 'mixed' ? 'mixed' : '–' : short(ru);
}

// Formats a rate to three digits.
export function rate(value) {
  if (value >= 1000) return count(value);
  return value === 0 ? '0' : value < 0.01 ? '< 0.01' : three(value);
}

const LARGE = { k: 1e3, M: 1e6, G: 1e9 };

// Returns the labels of an axis: all in the unit of the largest, with as many digits as needed to distinguish them.
export function axisTexts(values, format) {
  const known = values.filter(value => value !== null);
  const [, unit] = /^[\d.,]+(?: ([kMG]))?$/.exec(format(Math.max(...known))) || [null, null];
  if (unit === null) return values.map(value => value === null ? '' : format(value));
  const size = LARGE[unit] || 1;
  let most = 0;
  while (most < 9 && known.some(value => Math.abs(Number((value / size).toFixed(most)) - value / size) > 1e-9 * Math.abs(value / size))) most++;
  const text = value => (value / size).toLocaleString('en-US', { minimumFractionDigits: most, maximumFractionDigits: most });
  return values.map(value => value === null ? '' : value ? text(value) + (unit ? ' ' + unit : '') : '0');
}

export function bytes(value) {
  if (value >= 1 << 30) return digits(value / (1 << 30)) + ' GB';
  if (value >= 1 << 20) return digits(value / (1 << 20)) + ' MB';
  return value >= 1024 ? digits(value / 1024) + ' KB' : digits(value) + ' B';
}

export function latency(nanos) {
  if (nanos === null || nanos === undefined) return '–';
  if (nanos >= 1e15) return 'over 2.5 h';
  if (nanos >= 60e9) return span(nanos / 1e9);
  for (const [size, unit] of UNITS) {
    if (nanos >= size) return three(nanos / size) + ' ' + unit;
  }
  return nanos > 0 ? '< 1 ns' : '0';
}

// Formats a quantile, which is the upper bound of its bucket; the first bucket begins at 0.
export function quantileText(nanos) {
  return nanos === 10000 ? '<10 µs' : latency(nanos);
}

// Formats a round latency, without zeros at the end.
export function tick(nanos) {
  return latency(nanos).replace(/\.0+ /, ' ');
}

function three(value) {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export function span(seconds) {
  const all = Math.round(seconds);
  const parts = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];
  const shown = [];
  let rest = all;
  for (const [size, unit] of parts) {
    const n = Math.floor(rest / size);
    rest -= n * size;
    if (n > 0 && shown.length < 2) shown.push(n + ' ' + unit);
  }
  return shown.join(' ') || '0 s';
}

export function percent(share) {
  if (!Number.isFinite(share)) return '–';
  const value = share * 100;
  return (value === 0 ? '0' : value < 0.1 ? '< 0.1' : value >= 99.95 ? '100' : value.toFixed(1)) + ' %';
}

const pad = n => String(n).padStart(2, '0');

export function clock(second) {
  const d = new Date(second * 1000);
  return pad(d.getHours()) + ':' + pad(d.getMinutes()) + ':' + pad(d.getSeconds());
}

export function day(second) {
  return new Date(second * 1000).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}

export function moment(second) {
  return day(second) + ', ' + clock(second);
}

export function times(from, until) {
  return moment(from) + ' to ' + (day(from) === day(until) ? clock(until) : moment(until));
}

export function tickText(second, all) {
  const wide = all.length > 1 && all[all.length - 1] - all[0] > 86400;
  const step = all.length > 1 ? all[1] - all[0] : 60;
  if (step >= 86400 || (wide && clock(second) === '00:00:00')) return day(second).replace(/,? \d{4}$/, '');
  return step < 60 ? clock(second) : clock(second).slice(0, 5);
}

// The possible distances of time labels, in seconds. Each is at most about three times the previous one, so that even a
// small chart has two labels.
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];

// Returns round times in the browser's time zone between two seconds, about `most`, each with its label.
export function roundTimes(from, until, most) {
  const step = STEPS.find(each => (until - from) / each <= most) || Math.ceil((until - from) / most / 86400) * 86400;
  const shift = -60 * new Date(from * 1000).getTimezoneOffset();
  const all = [];
  for (let at = Math.ceil((from + shift) / step) * step - shift; at <= until; at += step) all.push(at);
  return all.map(at => [at, tickText(at, all)]);
}

// Returns the shape of a statement, without values, quotes of names and layout. SQL and its normalized text have the same shape.
export function shapeOf(sql) {
  return sql.toLowerCase().replace(/--[^\n]*|\/\*[^]*?\*\//g, ' ').replace(/'(?:[^']|'')*'|\b\d+(?:\.\d+)?\b/g, '?').replace(/[\s`"[\];]/g, '')
    .replace(/\(\?(?:,\?)*\)/g, '(...)').replace(/(\(\.\.\.\),)+(?=\(\.\.\.\))/g, '');
}

const QUOTED = /(`[^`]*`|"[^"]*"|'[^']*')/;
const CLAUSE = / (?=(?:from|where|(?:inner |left |right |full |cross )?(?:outer )?join|group by|having|order by|limit|union(?: all)?|values|set|on duplicate|returning) )/gi;

// Lays out a normalized text: without blanks before dots and commas, and if it is long, with each clause on a line.
export function laidOut(text, onLines) {
  const long = onLines && text.length > 70 && text.length < 20000 && !text.includes('\n');
  return String(text).split(QUOTED).map((part, i) => {
    if (i % 2) return part;
    const close = part.replace(/ ?\. ?/g, '.').replace(/ ([,)])/g, '$1').replace(/\( /g, '(');
    return long ? close.replace(CLAUSE, '\n') : close;
  }).join('');
}

// Control and format characters, which would hide or reverse the text around them.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

export function printable(text) {
  return String(text).replace(HIDDEN, c => c === '\n' || c === '\t' ? c
    : '\\u' + c.codePointAt(0).toString(16).padStart(4, '0'));
}
