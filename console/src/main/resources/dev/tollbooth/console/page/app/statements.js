// The table of all statements, and of those that transactions repeat.
import { html, useMemo } from './lib.js';
import { count, laidOut, latency, printable, rate, short, quantileText } from './format.js';
import { dense, figuresOf, originNames, searchText } from './model.js';
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
    && (!params.schema || (row.schema || '') === params.schema) && (!users || users.has(row.digest))
    && (!params.origin || originNames(row).includes(params.origin)));
}

function repeatedOf(rows) {
  return rows.map(({ row }) => {
    const origins = (row.origins || []).filter(each => each.repeated > 0);
    const sum = name => origins.reduce((sum, each) => sum + each[name], 0);
    return { row, nanos: row.nanos, origins, transactions: sum('transactions'), repeated: sum('repeated'), most: Math.max(0, ...origins.map(each => each.most)) };
  }).filter(each => each.origins.length > 0);
}

function Choose({ label, value, all, none, onChange }) {
  return all.length > 0 && html`<select aria-label=${label} value=${value || ''} onChange=${event => onChange(event.target.value)}>
    <option value="">${none}</option>${all.map(each => html`<option value=${each}>${printable(each)}</option>`)}</select>`;
}

export function Statements({ model, buckets, params }) {
  const figures = figuresOf(model, buckets);
  const rows = useMemo(() => filtered(model, figures, params), [model, figures, params.q, params.schema, params.user, params.origin]);
  const schemas = useMemo(() => [...new Set(model.statements.map(row => row.schema || ''))].sort(), [model]);
  const users = useMemo(() => [...new Set(model.spenders.map(each => each.user))].filter(Boolean).sort(), [model]);
  const origins = useMemo(() => [...new Set(model.statements.flatMap(originNames))].sort(), [model]);
  const repeated = params.show === 'repeated' ? repeatedOf(rows) : null;
  const set = change => replace('statements', { ...params, ...change });
  const length = figures.seconds[1] - figures.seconds[0];
  const hasRu = model.statements.some(row => row.ru > 0);
  const name = { key: 'name', name: 'Statement', class: 'name', first: 'asc', value: each => each.row.name.toLowerCase(), cell: each => html`
      <a href=${link('statement', { ...common(params), id: each.row.key })}>${printable(each.row.name)}</a>
      <span class="under" title=${printable(each.row.text).slice(0, 1000)}>${each.row.digest === '' ? 'evicted or never admitted: the table holds so many rows'
        : printable(laidOut(each.row.text || 'no text in these files')).slice(0, 240)}</span>` };
  const columns = [name,
    origins.length > 0 && { key: 'origin', name: 'Origin', class: 'origin opt', title: 'who in the code executes it most', first: 'asc', value: each => originNames(each.row)[0], cell: each => {
      const names = originNames(each.row);
      return names.length ? html`<span title=${printable(names.join('\n'))}>${printable(names[0])}${names.length > 1 && html`<small>and ${names.length - 1} more</small>`}</span>` : '–';
    } },
    { name: 'Trend', class: 'trend', title: 'time over the whole span', cell: each => each.row.series
      && html`<${Sparkline} values=${dense(model, each.row.series, 'nanos')} label="time over the whole span"/>` },
    { key: 'time', name: 'Share of time', class: 'wide', value: each => each.nanos, cell: each => html`<${Share} share=${figures.total.nanos ? each.nanos / figures.total.nanos : 0}/>` },
    { key: 'calls', name: 'Calls', title: 'executions', value: each => each.calls, cell: each => html`${short(each.calls)}<small>${rate(each.calls / length)}/s</small>` },
    { key: 'mean', name: 'Mean', value: each => each.mean, cell: each => latency(each.mean) },
    { key: 'p50', name: 'P50', class: 'opt q', value: each => each.p50, cell: each => quantileText(each.p50) },
    { key: 'p95', name: 'P95', class: 'q', value: each => each.p95, cell: each => quantileText(each.p95) },
    { key: 'p99', name: 'P99', class: 'q', value: each => each.p99, cell: each => quantileText(each.p99) },
    { key: 'p999', name: 'P999', class: 'opt q', value: each => each.p999, cell: each => each.calls >= 1000 ? quantileText(each.p999) : '–' },
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
      <${Choose} label="Schema" none="All schemas" all=${schemas.length > 1 ? schemas.filter(Boolean) : []} value=${params.schema} onChange=${schema => set({ schema })}/>
      <${Choose} label="User" none="All users" all=${users.length > 1 ? users : []} value=${params.user} onChange=${user => set({ user })}/>
      <${Choose} label="Origin" none="All origins" all=${origins} value=${params.origin} onChange=${origin => set({ origin })}/>
      <span class="choice" role="group" aria-label="Which"><button aria-pressed=${!repeated} onClick=${() => set({ show: '' })}>All</button><button
        aria-pressed=${Boolean(repeated)} onClick=${() => set({ show: 'repeated' })}>Repetitions</button></span>
      <span class="hint">${count((repeated || rows).length)} of ${count(figures.rows.length)} statements${[[params.user, 'users'], [params.origin, 'origins']].filter(each => each[0]).map(each => '; figures are of all ' + each[1]).join('')}</span>
    </form>
    ${repeated ? html`<${Repeated} rows=${repeated} name=${name} sort=${params.rsort || '-repeated'} onSort=${rsort => set({ rsort })}/>` : html`<${Table} columns=${columns} rows=${rows} sort=${params.sort || '-time'} onSort=${sort => set({ sort })} label="Statements"
      rowClass=${each => (each.whole ? 'whole' : '') + (each.row.digest === '' ? ' others' : '')} empty="No statement fits: change the filter, or press Escape for all of the time."/>`}
    ${older && !repeated && html`<p class="note">Grey figures are of the whole span: these statements cost little.</p>`}<//>`;
}

function Repeated({ rows, name, sort, onSort }) {
  const columns = [name,
    { name: 'Origins', class: 'words', cell: each => each.origins.map(origin => html`<div>${printable(origin.name || 'nobody named')}<small>${short(origin.repeated)} in ${short(origin.transactions)} transactions</small></div>`) },
    { key: 'transactions', name: 'Transactions', title: 'that executed it ten times or more', value: each => each.transactions, cell: each => count(each.transactions) },
    { key: 'repeated', name: 'Executions in them', value: each => each.repeated, cell: each => short(each.repeated) },
    { key: 'each', name: 'In each', title: 'executions in one such transaction, on average', value: each => each.repeated / each.transactions, cell: each => each.transactions ? rate(each.repeated / each.transactions) : '–' },
    { key: 'most', name: 'Most', title: 'executions in one transaction', value: each => each.most, cell: each => count(each.most) },
    { key: 'time', name: 'Time', title: 'of all its executions', value: each => each.nanos, cell: each => latency(each.nanos) }];
  return html`<${Table} columns=${columns} rows=${rows} sort=${sort} onSort=${onSort} label="Repetitions" empty="No transaction executed a statement ten times or more. In autocommit nothing is repeated."/>
    <p class="note">Of the whole span. A statement for each row of another, an N+1, looks like this: have it read all of them at once.</p>`;
}
