// The parts that several views share.
import { html, useEffect, useState } from './lib.js';
import { bytes, count, laidOut, latency, moment, percent, printable, short } from './format.js';
import { figureOf, isFigure, meanOf } from './model.js';
import { saveCsv } from './save.js';
import { parse, set, to } from './state.js';

export function Copy({ text, what }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement('textarea');
      area.value = text;
      document.body.appendChild(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return html`<button class="quiet copy" onClick=${copy} aria-label=${'Copy ' + what}>${done ? 'Copied' : 'Copy'}</button>`;
}

export function Empty({ title, children }) {
  return html`<div class="empty"><h2>${title}</h2><p>${children}</p></div>`;
}

export function Panel({ title, hint, actions, children }) {
  return html`<section class="panel">
    ${title && html`<header><h2>${title}</h2>${hint && html`<span class="hint">${hint}</span>`}${actions}</header>`}
    ${children}</section>`;
}

export function Figures({ figures }) {
  const all = figures.filter(Boolean);
  return html`<dl class=${'figures' + (all.length > 7 ? ' many' : '')}>${all.map(([name, value, more, kind]) => html`
    <div class=${kind || ''}><dt>${name}</dt><dd>${value}${more && html`<small>${more}</small>`}</dd></div>`)}</dl>`;
}

export function Share({ share, swatch }) {
  return html`<span class="share"><span class="track"><span class=${'fill ' + (swatch || '')}
    style=${{ width: Math.max(0, Math.min(100, share * 100)) + '%' }}></span></span><span class="n">${percent(share)}</span></span>`;
}

// Returns a column of numbers or other values of a field.
export function col(key, name, show, kind, field = key) {
  return { key, name, class: kind, value: each => each[field], cell: each => show(each[field], each) };
}

// Returns a column of a figure, with the title and sentence of the catalogue.
export function fig(key, figure, show, kind, field) {
  return { ...col(key, undefined, show, kind, field), figure };
}

// Returns a column of texts.
export function words(key, name, kind, value, cell) {
  return { key, name, class: kind, first: 'asc', value, cell };
}

export const MEAN = { key: 'mean', figure: 'avgNanos', value: meanOf, cell: each => latency(meanOf(each)) };
export const TIME = fig('time', 'timeNanos', latency, '', 'nanos');
export const EXECUTIONS = fig('calls', 'count', count);
export const ERRORS = fig('errors', 'errors', n => n ? html`<span class="bad">${short(n)}</span>` : '–');

export function shareColumn(key, name, total, field) {
  return col(key, name, value => html`<${Share} share=${total ? value / total : 0}/>`, 'wide', field);
}

// A table, in a panel if it has a title. columns: {key, name, title, class, value(row), cell(row), first: 'asc'};
// by: the parameter of the address that holds the order of the rows, and its default.
export function Table({ columns, rows, by: [parameter, begin], title, label, hint, actions, most = 100, rowClass, empty, children }) {
  const [shown, setShown] = useState(most);
  const sort = parse().params[parameter] || begin;
  const key = sort.replace('-', '');
  const column = columns.find(each => each.key === key && each.value) || columns.find(each => each.value);
  const down = sort.startsWith('-') ? -1 : 1;
  const sorted = [...rows].sort((a, b) => {
    const x = column.value(a) ?? null, y = column.value(b) ?? null;
    if (x === y) return 0;
    return x === null ? 1 : y === null ? -1 : (x < y ? -1 : 1) * down;
  });
  const head = each => {
    const { title, sentence } = each.figure ? figureOf(each.figure) : {};
    const name = each.name ?? title;
    const now = each === column;
    const next = now ? (down < 0 ? each.key : '-' + each.key) : (each.first ? '' : '-') + each.key;
    return html`<th class=${each.class || ''} scope="col" title=${each.title ?? sentence} aria-sort=${each.value && (now ? (down < 0 ? 'descending' : 'ascending') : 'none')}>${each.value
      ? html`<button class="sort" onClick=${() => set({ [parameter]: next })}>${name}<span aria-hidden="true">${now ? (down < 0 ? '↓' : '↑') : ''}</span></button>` : name}</th>`;
  };
  const csv = sorted.length > 0 && html`<button class="quiet save" onClick=${() => saveCsv(label || title, columns, sorted)} aria-label=${`Save ${label || title} as CSV`}>CSV</button>`;
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label=${label || title}><table><thead><tr>${columns.map(head)}</tr></thead>
    <tbody>${sorted.slice(0, shown).map(row => html`<tr key=${row.id || row.row?.key} class=${rowClass ? rowClass(row) : ''}>
      ${columns.map(each => html`<td class=${each.class || ''}>${each.cell(row)}</td>`)}</tr>`)}</tbody></table>
    ${sorted.length === 0 && html`<p class="none">${empty || 'Nothing here.'}</p>`}</div>
    ${(sorted.length > shown || !title) && html`<p class="more">${sorted.length > shown && html`<button class="quiet" onClick=${() => setShown(shown + 200)}>Show 200 more</button>
      <span>${shown} of ${count(sorted.length)}</span>`}${!title && csv}</p>`}${children}`;
  return title ? html`<${Panel} title=${title} hint=${hint} actions=${html`<span class="row-actions">${actions}${csv}</span>`}>${table}<//>` : table;
}

export function StatementLink({ row, id, title, name }) {
  return html`<a href=${to('statement', { id: row ? row.key : id })} title=${title}>${row ? printable(name || row.name) : id.slice(0, 12)}</a>`;
}

// The beginning of a statement's text, shown below its name.
export function Under({ text, title }) {
  return html`<span class="under" title=${title}>${printable(laidOut(text)).slice(0, 240)}</span>`;
}

export const NOBODY = html`<i>unnamed</i>`;

// Returns the name of a user or an origin; `unnamed` if it is empty.
export function nameOf(name) {
  return printable(name || 'unnamed');
}

export function OriginLink({ name }) {
  return name ? html`<a href=${to('statements', { origin: name })}>${printable(name)}</a>` : NOBODY;
}

// The spans to choose from, in seconds.
export const SPANS = [['300', '5 min'], ['900', '15 min'], ['3600', '1 h'], ['86400', '24 h']];

// A choice between a few values, as buttons.
export function Choice({ label, value, all, onChange }) {
  return html`<span class="choice" role="group" aria-label=${label}>${all.map(([key, name]) => html`<button
    aria-pressed=${key === value} onClick=${() => onChange(key)}>${name}</button>`)}</span>`;
}

export function Choose({ label, value, all, none, onChange }) {
  return html`<select aria-label=${label} value=${value || ''} onChange=${event => onChange(event.target.value)}>
    ${none && html`<option value="">${none}</option>`}${all.map(each => [each].flat()).map(([key, name = key]) => html`<option value=${key}>${printable(name) || 'none'}</option>`)}</select>`;
}

// Returns the answer to a request, which is sent again with each model; null before the first answer and after a failure.
export function useAnswer(ask, ...of) {
  const [answer, setAnswer] = useState(null);
  useEffect(() => { if (ask) ask().then(setAnswer, () => setAnswer(null)); }, of);
  return answer;
}

// A statement, a plan or a sample. Only normalized statements are laid out.
export function Sql({ text, normalized }) {
  return html`<pre class="sql" tabindex="0">${printable(normalized ? laidOut(text, true) : text)}</pre>`;
}

export function Digest({ digest, what = 'digest', most = 12 }) {
  return digest ? html`<span class="digest"><code title=${digest}>${digest.slice(0, most)}</code><${Copy} text=${digest} what=${what}/></span>` : null;
}

const SHOWN = { nanos: latency, bytes, ru: short, count, epoch_seconds: moment };

const WORDS = new Set(['Run', 'Time', 'Meaning', 'State', 'Last error', 'Value', 'From']);

// A table that can't be sorted. Columns of words are aligned to the left, columns of figures to the right.
export function simple(names, rows) {
  const kind = i => i === 0 ? 'key-name' : WORDS.has(names[i]) ? 'words' : '';
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${names[0]}><table><thead><tr>${names.map((name, i) => html`<th class=${kind(i)} scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows.map(row => html`<tr>${row.map((cell, i) => html`<td class=${kind(i)}>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

// A panel with all figures of a statement that the reports have, and their meaning.
export function AllFigures({ row }) {
  return html`<${Panel} title="All figures" hint="in the whole range">${simple(['Figure', 'Amount', 'Meaning'], Object.keys(row).filter(key => isFigure(key) && row[key] !== null).map(key => {
    const { title, sentence, unit } = figureOf(key);
    return [title, SHOWN[unit](row[key]), sentence];
  }))}<//>`;
}
