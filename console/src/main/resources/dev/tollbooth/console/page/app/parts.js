// What several views are made of.
import { html, useState } from './lib.js';
import { laidOut, percent, printable } from './format.js';

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

export function Panel({ title, hint, actions, children, wide }) {
  return html`<section class=${'panel' + (wide ? ' wide' : '')}>
    ${title && html`<header><h2>${title}</h2>${hint && html`<span class="hint">${hint}</span>`}${actions}</header>`}
    ${children}</section>`;
}

export function Figures({ figures }) {
  return html`<dl class=${'figures' + (figures.filter(Boolean).length > 7 ? ' many' : '')}>${figures.filter(Boolean).map(([name, value, more, kind]) => html`
    <div class=${kind || ''}><dt>${name}</dt><dd>${value}${more && html`<small>${more}</small>`}</dd></div>`)}</dl>`;
}

export function Share({ share, swatch }) {
  return html`<span class="share"><span class="track"><span class=${'fill ' + (swatch || '')}
    style=${{ width: Math.max(0, Math.min(100, share * 100)) + '%' }}></span></span><span class="n">${percent(share)}</span></span>`;
}

// columns: {key, name, title, class, value(row), cell(row), first: 'asc'}
export function Table({ columns, rows, sort, onSort, label, most = 100, rowClass, empty }) {
  const [shown, setShown] = useState(most);
  const key = sort.replace('-', '');
  const column = columns.find(each => each.key === key && each.value) || columns.find(each => each.value);
  const down = sort.startsWith('-') ? -1 : 1;
  const sorted = column ? [...rows].sort((a, b) => {
    const x = column.value(a), y = column.value(b);
    if (x === y) return 0;
    if (x === null || x === undefined) return 1;
    if (y === null || y === undefined) return -1;
    return (x < y ? -1 : 1) * down;
  }) : rows;
  const head = each => {
    if (!each.value) return html`<th class=${each.class || ''} scope="col" title=${each.title}>${each.name}</th>`;
    const now = each === column;
    const next = now ? (down < 0 ? each.key : '-' + each.key) : (each.first === 'asc' ? '' : '-') + each.key;
    return html`<th class=${each.class || ''} scope="col" title=${each.title} aria-sort=${now ? (down < 0 ? 'descending' : 'ascending') : 'none'}>
      <button class="sort" onClick=${() => onSort(next)}>${each.name}<span aria-hidden="true">${now ? (down < 0 ? '↓' : '↑') : ''}</span></button></th>`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}><table><thead><tr>${columns.map(head)}</tr></thead>
    <tbody>${sorted.slice(0, shown).map(row => html`<tr key=${row.id || (row.row && row.row.key)} class=${rowClass ? rowClass(row) : ''}>
      ${columns.map(each => html`<td class=${each.class || ''}>${each.cell(row)}</td>`)}</tr>`)}</tbody></table>
    ${sorted.length === 0 && html`<p class="none">${empty || 'Nothing here.'}</p>`}</div>
    ${sorted.length > shown && html`<p class="more"><button class="quiet" onClick=${() => setShown(shown + 200)}>Show 200 more</button>
      <span>${shown} of ${sorted.length.toLocaleString('en-US')}</span></p>`}`;
}

// Statements that were normalized are laid out; plans and samples stand as they are.
export function Sql({ text, normalized }) {
  return html`<pre class="sql" tabindex="0">${printable(normalized ? laidOut(text, true) : text)}</pre>`;
}

export function Digest({ digest }) {
  return digest ? html`<span class="digest"><code title=${digest}>${digest.slice(0, 12)}</code><${Copy} text=${digest} what="digest"/></span>` : null;
}

export const QUANTILE_KEY = html`<span class="inline-key"><i class="swatch c5"></i>P99<i class="swatch c1"></i>P95<i class="swatch c2"></i>P50</span>`;
