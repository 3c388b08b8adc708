// Who spends request units and time.
import { html, useEffect, useMemo, useState } from './lib.js';
import { count, latency, printable, rate, short } from './format.js';
import { originNames, spentOf } from './model.js';
import { Chart, PALETTE, shownTimes } from './charts.js';
import { Empty, Panel, Share, Table } from './parts.js';
import { common, link, replace } from './state.js';

const NAMES = { userOthers: 'statements without room of their own', globalOthers: 'users without room of their own', small: 'statements that spent little' };

function groupsOf(rows, keyOf) {
  const groups = new Map();
  for (const each of rows) {
    const key = keyOf(each.spender);
    const sums = groups.get(key) || { key, ru: 0, calls: 0, nanos: 0, unknown: 0, parts: [] };
    for (const name of ['ru', 'calls', 'nanos', 'unknown']) sums[name] += each[name];
    sums.parts.push(each);
    groups.set(key, sums);
  }
  return [...groups.values()];
}

// Of the whole span: reports have origins by statement, not by time. What is left of a statement is of nobody.
function originRows(model, source) {
  const groups = new Map();
  for (const row of model.statements) {
    if (source && row.source !== source) continue;
    for (const { name, ru, calls, nanos } of row.origins || [{ ...row, name: '', ru: row.ru || 0 }]) {
      const sums = groups.get(name) || { key: name, ru: 0, calls: 0, nanos: 0, unknown: 0, rows: new Set() };
      sums.ru += ru; sums.calls += calls; sums.nanos += nanos; sums.unknown += row.ru === undefined ? calls : 0;
      groups.set(name, sums);
      sums.rows.add(row);
    }
  }
  return [...groups.values()];
}

function ByOrigin({ model, source, measure, params, set, figures }) {
  const all = useMemo(() => originRows(model, source), [model, source]);
  if (!all.some(each => each.key)) {
    return html`<p class="note">Nobody says who in the code executes: <code>Tollbooth.withOrigin</code> does, and <code>tollbooth.origin=callsite</code> finds it by a sample.</p>`;
  }
  return html`<${Panel} title="Origins" hint="who in the code, in the whole span"><${Table} label="Origins" rows=${all} sort=${params.osort || '-share'} onSort=${osort => set({ osort })}
    columns=${[{ key: 'origin', name: 'Origin', class: 'name', first: 'asc', value: each => each.key.toLowerCase(), cell: each => each.key
      ? html`<a href=${link('statements', { ...common(params), origin: each.key })}>${printable(each.key)}</a>` : html`<i>nobody named</i>` },
      { key: 'statements', name: 'Statements', value: each => each.rows.size, cell: each => count(each.rows.size) }, ...figures(all.reduce((sum, each) => sum + each[measure], 0))]}/><//>`;
}

// How the budget of a user stands, where there is one.
function Budget({ of }) {
  if (!of) return null;
  const text = short(of.spent) + ' RU spent in this window, of ' + of.text + (of.windowsExceeded ? '; more in ' + count(of.windowsExceeded) + ' windows' : '')
    + (of.refused ? '; ' + count(of.refused) + ' executions refused' : '');
  return html`<small class=${of.exceeded ? 'bad' : ''}>${of.exceeded && html`<b>over budget: </b>`}${text}</small>`;
}

export function Spenders({ model, buckets, params, theme, live, onSelect }) {
  const [budgets, setBudgets] = useState([]);
  useEffect(() => { if (live) live.health().then(health => setBudgets(health.budgets), () => setBudgets([])); }, [live, model]);
  const sources = useMemo(() => [...new Set(model.spenders.map(each => each.source))].sort(), [model]);
  const source = sources.includes(params.source) ? params.source : sources[0];
  const measure = params.of === 'time' ? 'nanos' : 'ru';
  const rows = useMemo(() => spentOf(model, buckets).filter(each => each.spender.source === source), [model, buckets.join(), source]);
  const set = change => replace('spenders', { ...params, ...change });
  const figuresWith = total => [
    { key: 'share', name: measure === 'ru' ? 'Share of RU' : 'Share of time', class: 'wide', value: each => each[measure], cell: each => html`<${Share} share=${total ? each[measure] / total : 0}/>` },
    { key: 'ru', name: 'RU', value: each => each.ru, cell: each => each.unknown === each.calls && each.ru === 0 ? 'not told' : short(each.ru) },
    { key: 'time', name: 'Time', value: each => each.nanos, cell: each => latency(each.nanos) },
    { key: 'calls', name: 'Executions', value: each => each.calls, cell: each => count(each.calls) },
    { key: 'each', name: 'RU each', value: each => each.calls ? each.ru / each.calls : null, cell: each => each.calls ? rate(each.ru / each.calls) : '–' },
  ];
  const origins = html`<${ByOrigin} ...${{ model, source, measure, params, set }} figures=${figuresWith}/>`;
  if (rows.length === 0) {
    return html`<${Empty} title="Nobody spent request units here">Reports have them by user while somebody collects them:
      <code>tollbooth.report.dir</code>, a subscriber, or this console. Who the user is says <code>Tollbooth.asUser</code>, else the connection.<//>${origins}`;
  }
  const total = rows.reduce((sum, each) => sum + each[measure], 0);
  const users = groupsOf(rows, each => each.scope === 'globalOthers' ? '\u0000' : each.user).sort((a, b) => b[measure] - a[measure]);
  const named = users.filter(each => each.key !== '\u0000').slice(0, 5);
  const x = shownTimes(model, buckets);
  const line = parts => {
    const values = new Array(buckets[1] - buckets[0]).fill(0);
    for (const { spender } of parts) spender.at.forEach((bucket, i) => {
      if (spender[measure] && bucket >= buckets[0] && bucket < buckets[1]) values[bucket - buckets[0]] += spender[measure][i] / model.bucketSeconds / (measure === 'nanos' ? 1e9 : 1);
    });
    return values;
  };
  const series = named.map((each, i) => ({ name: printable(each.key || 'nobody named'), color: PALETTE[i], values: line(each.parts) }));
  const rest = users.filter(each => !named.includes(each));
  if (rest.length > 0) series.push({ name: 'others', color: 'c0', values: line(rest.flatMap(each => each.parts)) });
  const userOf = each => each.key === '\u0000' ? html`<i>everybody else</i>` : each.key ? printable(each.key) : html`<i>nobody named</i>`;
  const figures = figuresWith(total);
  const marks = model.marks.filter(mark => mark.kind === 'budget');
  const statements = groupsOf(params.user === undefined ? rows : rows.filter(each => each.spender.user === params.user),
    each => each.scope + '\n' + each.user + '\n' + each.digest);
  const nameOf = each => {
    const { spender } = each.parts[0];
    const row = model.byDigest.get(spender.digest);
    return spender.scope !== 'statement' ? html`<i>${NAMES[spender.scope]}</i>`
      : html`<a href=${link('statement', { ...common(params), id: row ? row.key : spender.digest })}>${row ? printable(row.name) : spender.digest.slice(0, 12)}</a>`;
  };
  return html`<${Panel} title=${measure === 'ru' ? 'Request units a second' : 'Load by user'} hint=${measure === 'ru' ? (source || 'no source') : 'statements running at once'}
      actions=${html`<span class="choice" role="group" aria-label="Measure">
        <button aria-pressed=${measure === 'ru'} onClick=${() => set({ of: '' })}>RU</button><button aria-pressed=${measure === 'nanos'} onClick=${() => set({ of: 'time' })}>Time</button></span>
        ${sources.length > 1 && html`<select aria-label="Source of request units" value=${source} onChange=${event => set({ source: event.target.value })}>
        ${sources.map(each => html`<option value=${each}>${each || 'no source'}</option>`)}</select>`}`}>
      <${Chart} ...${x} height=${220} stacked series=${series} marks=${marks} format=${short} theme=${theme} onSelect=${onSelect} keys=${buckets.join() + measure + source + model.madeAt} label="Spent over time by user"/>
      <ul class="key">${series.map(each => html`<li><i class=${'swatch ' + each.color}></i>${each.name}</li>`)}</ul><//>
    <${Panel} title="Users"><${Table} label="Users" rows=${users} sort=${params.usort || '-share'} onSort=${usort => set({ usort })}
      columns=${[{ key: 'user', name: 'User', class: 'name', first: 'asc', value: each => each.key.toLowerCase(),
        cell: each => each.key === '\u0000' ? userOf(each) : html`<a href=${link('spenders', { ...params, user: params.user === each.key ? undefined : each.key })}>${userOf(each)}</a><${Budget} of=${budgets.find(budget => budget.user === each.key)}/>` },
        { key: 'statements', name: 'Statements', value: each => new Set(each.parts.map(part => part.spender.digest)).size, cell: each => count(new Set(each.parts.map(part => part.spender.digest)).size) }, ...figures]}/><//>
    ${origins}
    <${Panel} title="By user and statement" hint=${params.user === undefined ? '' : 'of ' + printable(params.user)}
      actions=${params.user !== undefined && html`<a class="quiet" href=${link('spenders', { ...params, user: undefined })}>all users</a>`}>
      <${Table} label="By user and statement" rows=${statements} sort=${params.sort || '-share'} onSort=${sort => set({ sort })} rowClass=${each => each.parts[0].spender.scope === 'statement' ? '' : 'others'}
      columns=${[{ name: 'User', cell: each => each.parts[0].spender.scope === 'globalOthers' ? html`<i>everybody else</i>` : printable(each.parts[0].spender.user || 'nobody named'), class: 'user' },
        { name: 'Statement', class: 'name', cell: nameOf }, ...figures]}/>
      ${statements.some(each => each.parts[0].spender.scope !== 'statement') && html`<p class="note">Rows in italics hold what had no room of its own; with them the sum is exact.</p>`}<//>`;
}
