// The table of all statements, and of those that are repeated in a transaction.
import { html, useMemo, useState } from './lib.js';
import { count, latency, printable, rate, ruText, short, quantileText, moment, percent, shapeOf } from './format.js';
import { dense, different, figuresOf, originNames, rowsOf, searchText, sumOf } from './model.js';
import { Sparkline } from './charts.js';
import { Choice, Choose, col, ERRORS, fig, Figures, MEAN, nameOf, Panel, shareColumn, SPANS, StatementLink, Table, TIME, Under, words } from './parts.js';
import { headline } from './overview.js';
import { set } from './state.js';

function filtered(model, figures, params) {
  const all = (params.q || '').toLowerCase().split(/\s+/);
  const users = params.user && new Set(model.spenders.filter(each => each.user === params.user).map(each => each.digest));
  return figures.rows.filter(({ row }) => all.every(word => searchText(row).includes(word))
    && (!params.schema || row.schema === params.schema) && (!users || users.has(row.digest))
    && (!params.origin || originNames(row).includes(params.origin))
    && (!params.new || (row.first > model.first && row.first >= model.last - Number(params.new))));
}

function repeatedOf(rows) {
  return rows.map(({ row, nanos }) => {
    const origins = (row.origins || []).filter(each => each.repeated > 0);
    return { row, nanos, origins, transactions: sumOf(origins, 'transactions'), repeated: sumOf(origins, 'repeated'), most: Math.max(0, ...origins.map(each => each.most)) };
  }).filter(each => each.origins.length > 0);
}

const NAME = { ...words('name', 'Statement', 'name', each => each.row.name.toLowerCase(), ({ row }) => html`<${StatementLink} row=${row}/>
  <${Under} title=${printable(row.text).slice(0, 1000)} text=${row.digest === '' ? 'evicted or never admitted, because the table is full' : row.text || 'no text in these files'}/>`), text: each => each.row.name };

function columnsOf(model, { total, length }, origins, since) {
  return [NAME,
    origins.length > 0 && { ...words('origin', 'Origin', 'origin opt', each => originNames(each.row)[0], ({ row }) => {
      const [first, ...more] = originNames(row);
      const share = first && row.origins.find(each => each.name === first).calls / row.calls;
      return first ? html`<span title=${printable(originNames(row).join('\n'))}>${printable(first)}<small>${percent(share)}${more.length > 0 && ` and ${more.length} more`}</small></span>` : '–';
    }), title: 'the origin with the most executions' },
    { name: 'Trend', class: 'trend', title: 'time over the whole range', cell: ({ row }) => row.series
      && html`<${Sparkline} values=${dense(model, row.series, 'nanos')} label="time over the whole range"/>` },
    shareColumn('time', 'Share of time', total.nanos, 'nanos'),
    fig('calls', 'count', n => html`${short(n)}<small>${rate(n / length)}/s</small>`),
    MEAN,
    fig('p50', 'p50Nanos', quantileText, 'opt q'), fig('p95', 'p95Nanos', quantileText, 'q'), fig('p99', 'p99Nanos', quantileText, 'q'),
    fig('p999', 'p999Nanos', (value, { calls }) => calls >= 1000 ? quantileText(value) : '–', 'opt q'),
    fig('max', 'maxNanos', latency, 'opt', 'maxNanos'),
    { key: 'rows', figure: 'rows', value: rowsOf, cell: each => rowsOf(each) === null ? '–' : short(rowsOf(each)) },
    ERRORS,
    since && { ...fig('first', 'firstSec'), value: each => each.row.first, cell: each => moment(each.row.first) },
    model.statements.some(row => row.ru > 0) && fig('ru', 'ru', (ru, { row }) => ruText(row.ru === null ? row : { ru })),
  ].filter(Boolean);
}

const SINCE = SPANS.map(([seconds, name]) => [seconds, 'New in ' + name]);

function isSql(text) {
  return /^\s*(select|insert|update|delete|merge|replace|with|call)\s/i.test(text) && /[=(*'";]|\b(from|into|set|values)\b/i.test(text);
}

export function Statements({ model, buckets, params, live }) {
  const figures = figuresOf(model, buckets);
  const rows = useMemo(() => filtered(model, figures, params), [model, figures, params.q, params.schema, params.user, params.origin, params.new]);
  const choices = useMemo(() => [['schema', model.statements.map(row => row.schema)], ['user', model.spenders.map(each => each.user)],
    ['origin', model.statements.flatMap(originNames)]].map(([name, values]) => [name, different(values.map(value => value || '')).sort()]), [model]);
  // SQL from an application contains values, so it is never put into the address
  const [sql, setSql] = useState(null);
  const find = async text => {
    const digests = live ? await live.digests(text).catch(() => []) : [];
    const row = digests.map(digest => model.byDigest.get(digest)).find(Boolean) || model.statements.find(each => each.text && shapeOf(each.text) === shapeOf(text));
    setSql(row ? null : { text, said: 'No statement of this time has this shape.' });
    if (row) set({ q: row.digest });
  };
  const typed = text => {
    setSql(isSql(text) ? { text, said: 'Press Enter to find the statement of this SQL by its digest.' } : null);
    if (!isSql(text)) set({ q: text });
  };
  const pasted = event => {
    const text = event.clipboardData.getData('text');
    if (!isSql(text)) return;
    event.preventDefault();
    find(text);
  };
  const repeated = params.show === 'repeated' && repeatedOf(rows);
  return html`<${Panel}><${Figures} figures=${headline(figures)}/><//>
    <${Panel}>
    <form class="filters" onSubmit=${event => { event.preventDefault(); if (sql) find(sql.text); }}>
      <input id="filter" type="search" placeholder="Filter by text or digest, or paste SQL" aria-label="Filter by text or digest, or paste SQL" value=${sql ? sql.text : params.q || ''}
        onInput=${event => typed(event.target.value)} onPaste=${pasted}/>
      ${choices.map(([name, all]) => all.length > (name === 'origin' ? 0 : 1) && html`<${Choose} label=${name[0].toUpperCase() + name.slice(1)} none=${'All ' + name + 's'}
        all=${all.filter(Boolean)} value=${params[name]} onChange=${value => set({ [name]: value })}/>`)}
      <${Choose} label="New since" none="Any time" value=${params.new} all=${SINCE} onChange=${since => set({ new: since })}/>
      <${Choice} label="Which" value=${params.show || ''} all=${[['', 'All'], ['repeated', 'Repetitions']]} onChange=${show => set({ show })}/>
      <span class="hint">${count((repeated || rows).length)} of ${count(figures.rows.length)} statements${['user', 'origin'].filter(name => params[name]).map(name => `; figures are of all ${name}s`).join('')}</span>
    </form>
    ${sql && html`<p class="note" role="status">${sql.said}</p>`}
    ${repeated ? html`<${Repeated} rows=${repeated}/>` : html`<${Table} columns=${columnsOf(model, figures, choices[2][1], params.new)} rows=${rows} by=${['sort', '-time']} label="Statements"
      rowClass=${each => (each.whole ? 'whole' : each.coarse ? 'coarse' : '') + (each.row.digest === '' ? ' others' : '')} empty="No statement fits: change the filter, or press Escape for all of the time."/>
    ${rows.some(each => each.whole || each.coarse) && html`<p class="note">Grey figures cover the whole range: these statements are cheap.</p>`}`}<//>`;
}

function Repeated({ rows }) {
  const columns = [NAME,
    { name: 'Origins', class: 'words', cell: each => each.origins.map(origin => html`<div>${nameOf(origin.name)}<small>${short(origin.repeated)} in ${short(origin.transactions)} transactions</small></div>`) },
    fig('transactions', 'transactions', count),
    col('repeated', 'Executions in them', short),
    { key: 'each', name: 'In each', title: 'executions in one such transaction, on average', value: each => each.repeated / each.transactions, cell: each => each.transactions ? rate(each.repeated / each.transactions) : '–' },
    fig('most', 'mostInTransaction', count),
    { ...TIME, title: 'of all its executions' }];
  return html`<${Table} columns=${columns} rows=${rows} by=${['rsort', '-repeated']} label="Repetitions" empty="No transaction executed a statement ten times or more. In autocommit nothing is repeated."/>
    <p class="note">Whole time range. This pattern is typical of N+1 queries: fetch the rows with one join or IN list.</p>`;
}
