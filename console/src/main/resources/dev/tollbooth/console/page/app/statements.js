// The table of all statements.
import { html, useMemo } from './lib.js';
import { count, laidOut, latency, printable, rate, short } from './format.js';
import { dense, figuresOf, searchText } from './model.js';
import { Sparkline } from './charts.js';
import { Figures, Panel, Share, Table } from './parts.js';
import { headline } from './overview.js';
import { common, link, replace } from './state.js';

function filtered(model, figures, params) {
  const words = (params.q || '').toLowerCase().split(/\s+/).filter(Boolean);
  let users = null;
  if (params.user) {
    users = new Set(model.spenders.filter(each => each.user === params.user).map(each => each.digest));
  }
  return figures.rows.filter(({ row }) => words.every(word => searchText(row).includes(word))
    && (!params.schema || (row.schema || '') === params.schema) && (!users || users.has(row.digest)));
}

export function Statements({ model, buckets, params }) {
  const figures = figuresOf(model, buckets);
  const rows = useMemo(() => filtered(model, figures, params), [model, figures, params.q, params.schema, params.user]);
  const schemas = useMemo(() => [...new Set(model.statements.map(row => row.schema || ''))].sort(), [model]);
  const users = useMemo(() => [...new Set(model.spenders.map(each => each.user))].filter(Boolean).sort(), [model]);
  const set = change => replace('statements', { ...params, ...change });
  const length = figures.seconds[1] - figures.seconds[0];
  const hasRu = model.statements.some(row => row.ru > 0);
  const columns = [
    { key: 'name', name: 'Statement', class: 'name', first: 'asc', value: each => each.row.name.toLowerCase(), cell: each => html`
      <a href=${link('statement', { ...common(params), id: each.row.key })}>${printable(each.row.name)}</a>
      <span class="under" title=${printable(each.row.text).slice(0, 1000)}>${each.row.digest === '' ? 'evicted or never admitted: the table holds so many rows'
        : printable(laidOut(each.row.text || 'no text in these files')).slice(0, 240)}</span>` },
    { name: 'Trend', class: 'trend', title: 'time over the whole span', cell: each => each.row.series
      && html`<${Sparkline} values=${dense(model, each.row.series, 'nanos')} label="time over the whole span"/>` },
    { key: 'time', name: 'Share of time', class: 'wide', value: each => each.nanos, cell: each => html`<${Share} share=${figures.total.nanos ? each.nanos / figures.total.nanos : 0}/>` },
    { key: 'calls', name: 'Calls', title: 'executions', value: each => each.calls, cell: each => html`${short(each.calls)}<small>${rate(each.calls / length)}/s</small>` },
    { key: 'mean', name: 'Mean', value: each => each.mean, cell: each => latency(each.mean) },
    { key: 'p50', name: 'P50', class: 'opt q', value: each => each.p50, cell: each => latency(each.p50) },
    { key: 'p95', name: 'P95', class: 'q', value: each => each.p95, cell: each => latency(each.p95) },
    { key: 'p99', name: 'P99', class: 'q', value: each => each.p99, cell: each => latency(each.p99) },
    { key: 'p999', name: 'P999', class: 'opt q', value: each => each.p999, cell: each => each.calls >= 1000 ? latency(each.p999) : '–' },
    { key: 'max', name: 'Max', class: 'opt', value: each => each.maxNanos, cell: each => latency(each.maxNanos) },
    { key: 'rows', name: 'Rows', title: 'rows read and changed', value: each => each.rowsRead + each.rowsAffected, cell: each => short(each.rowsRead + each.rowsAffected) },
    { key: 'errors', name: 'Errors', value: each => each.errors, cell: each => each.errors ? html`<span class="bad">${short(each.errors)}</span>` : '–' },
    hasRu && { key: 'ru', name: 'RU', value: each => each.ru, cell: each => each.row.ru === undefined ? '–' : short(each.ru) },
  ].filter(Boolean);
  const older = rows.some(each => each.whole || each.coarse);
  return html`<${Panel}><${Figures} figures=${headline(figures, '')}/><//>
    <${Panel} wide>
    <form class="filters" onSubmit=${event => event.preventDefault()}>
      <input id="filter" type="search" placeholder="Filter by text, table or digest" aria-label="Filter by text, table or digest" value=${params.q || ''}
        onInput=${event => set({ q: event.target.value })}/>
      ${schemas.length > 1 && html`<select aria-label="Schema" value=${params.schema || ''} onChange=${event => set({ schema: event.target.value })}>
        <option value="">All schemas</option>${schemas.filter(Boolean).map(each => html`<option value=${each}>${printable(each)}</option>`)}</select>`}
      ${users.length > 1 && html`<select aria-label="User" value=${params.user || ''} onChange=${event => set({ user: event.target.value })}>
        <option value="">All users</option>${users.map(each => html`<option value=${each}>${printable(each)}</option>`)}</select>`}
      <span class="hint">${count(rows.length)} of ${count(figures.rows.length)} statements${params.user ? '; figures are of all users' : ''}</span>
    </form>
    <${Table} columns=${columns} rows=${rows} sort=${params.sort || '-time'} onSort=${sort => set({ sort })} label="Statements"
      rowClass=${each => (each.whole ? 'whole' : '') + (each.row.digest === '' ? ' others' : '')} empty="No statement fits: change the filter, or press Escape for all of the time."/>
    ${older && html`<p class="note">Grey figures are of the whole span: these statements cost little.</p>`}<//>`;
}
