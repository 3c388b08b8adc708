// The view of request units and time by user.
import { html, useMemo } from './lib.js';
import { count, printable, rate, short, span } from './format.js';
import { different, grouped, spentOf, spentRates, sumOf } from './model.js';
import { ChartPanel, PALETTE, shownTimes } from './charts.js';
import { Choice, Choose, Empty, EXECUTIONS, fig, nameOf, NOBODY, OriginLink, shareColumn, StatementLink, Table, TIME, useAnswer, words } from './parts.js';
import { link, set } from './state.js';

const NAMES = { userOthers: 'statements without room', globalOthers: 'users without room', small: 'less expensive statements' };
const REST = '\u0000';

// Returns the sums of each origin in the whole span, because reports have origins by statement, not by time. The rest of a statement has no origin.
function originRows(model, source) {
  const all = model.statements.filter(row => !source || row.source === source).flatMap(row => (row.origins || [{ ...row, name: '' }])
    .map(({ name, ru, calls, nanos }) => ({ name, ru, calls, nanos, unknown: row.ru === null ? calls : 0, row })));
  return grouped(all, each => each.name);
}

// Returns the request units of one user by origin; empty if the reports don't have them.
function originRowsOf(user, model, source) {
  return grouped(model.spenders.filter(each => each.user === user && each.source === source)
    .flatMap(({ origins, digest }) => (origins || []).map(each => ({ ...each, row: digest }))), each => each.name);
}

function ByOrigin({ model, source, measure, user, figures }) {
  const ofUser = useMemo(() => originRowsOf(user, model, source), [user, model, source]);
  const ofAll = useMemo(() => originRows(model, source), [model, source]);
  const all = ofUser.length ? ofUser : ofAll;
  if (!all.some(each => each.key)) {
    return html`<p class="note">No origins recorded. Name them with <code>Tollbooth.withOrigin(..)</code>, or set <code>tollbooth.origin=callsite</code> to sample call sites.</p>`;
  }
  return html`<${Table} title="Origins" hint=${'in the whole time range' + (ofUser.length ? ', of ' + printable(user || 'no user') : '')} rows=${all} by=${['osort', '-share']}
    columns=${[words('origin', 'Origin', 'name', each => each.key.toLowerCase(), each => OriginLink({ name: each.key })), statementsOf(each => each.row), ...figures(sumOf(all, measure))]}/>`;
}

function statementsOf(what) {
  const number = each => different(each.parts.map(what)).length;
  return { key: 'statements', name: 'Statements', value: number, cell: each => count(number(each)) };
}

// The state of the budget of a user, if there is one.
function Budget({ of }) {
  return of && html`<small class=${of.exceeded ? 'bad' : ''}>${of.exceeded && html`<b>over budget: </b>`}${short(of.spent)} RU spent in this window, of ${of.text}${
    of.windowsExceeded ? `; more in ${count(of.windowsExceeded)} windows` : ''}${of.refused ? `; ${count(of.refused)} executions refused` : ''}</small>`;
}

export function Spenders({ model, buckets, params, theme, live, onSelect }) {
  const budgets = useAnswer(live?.health, live, model)?.budgets || [];
  const sources = useMemo(() => different(model.spenders.map(each => each.source)).sort(), [model]);
  const source = sources.includes(params.source) ? params.source : sources[0];
  const ofRu = params.of ? params.of === 'ru' : source !== 'estimate';
  const measure = ofRu ? 'ru' : 'nanos';
  const rows = useMemo(() => spentOf(model, buckets).filter(each => each.spender.source === source), [model, buckets.join(), source]);
  const spent = fig('ru', 'ru', (ru, { unknown, calls }) => unknown === calls && ru === 0 ? 'unknown' : short(ru));
  const figuresWith = total => [
    shareColumn('share', ofRu ? 'Share of RU' : 'Share of time', total, measure), ...(ofRu ? [spent, TIME, EXECUTIONS] : [TIME, EXECUTIONS, spent]),
    { key: 'each', figure: 'avgRu', value: each => each.calls ? each.ru / each.calls : null, cell: each => each.calls ? rate(each.ru / each.calls) : '–' },
  ];
  const origins = html`<${ByOrigin} ...${{ model, source, measure, user: params.user }} figures=${figuresWith}/>`;
  if (rows.length === 0) {
    return html`<${Empty} title="No request units in this time range">Reports have request units by user while a consumer collects them:
      <code>tollbooth.report.dir</code>, a subscriber, or this console. The user is set by <code>Tollbooth.asUser</code>, or is that of the connection.
      ${live && `The application reports them every ${span(live.reportSeconds)}: the first ones appear ${span(live.reportSeconds)} after its first statement.`}<//>${origins}`;
  }
  const users = grouped(rows, ({ spender }) => spender.scope === 'globalOthers' ? REST : spender.user).sort((a, b) => b[measure] - a[measure]);
  const named = users.filter(each => each.key !== REST).slice(0, 5);
  const line = parts => {
    const all = parts.map(({ spender }) => spentRates(model, spender, measure, buckets, ofRu ? 1 : 1e9));
    return all[0].map((_, i) => all.reduce((sum, values) => sum + values[i], 0));
  };
  const series = named.map((each, i) => ({ name: nameOf(each.key), color: PALETTE[i], values: line(each.parts) }));
  const rest = users.filter(each => !named.includes(each));
  if (rest.length > 0) series.push({ name: 'others', color: 'c0', values: line(rest.flatMap(each => each.parts)) });
  const userOf = key => key === REST ? html`<i>everybody else</i>` : key ? printable(key) : NOBODY;
  const figures = figuresWith(sumOf(rows, measure));
  const { user } = params;
  const statements = grouped(user === undefined ? rows : rows.filter(each => each.spender.user === user), ({ spender }) => [spender.scope, spender.user, spender.digest].join('\n'));
  const of = show => each => show(each.parts[0].spender);
  return html`<${ChartPanel} title=${ofRu ? 'Request units per second' : 'Load by user'} hint=${ofRu ? source || 'no source' : 'statements running at once'}
      actions=${html`<${Choice} label="Measure" value=${measure} all=${[['ru', 'RU'], ['nanos', 'Time']]} onChange=${now => set({ of: now === 'ru' ? 'ru' : 'time' })}/>
        ${sources.length > 1 && html`<${Choose} label="Source of request units" value=${source} all=${sources} onChange=${source => set({ source })}/>`}`}
      ...${shownTimes(model, buckets)} height=${220} stacked series=${series} marks=${model.marks.filter(mark => mark.kind === 'budget')} format=${short} theme=${theme} onSelect=${onSelect} keys=${buckets.join() + measure + source + model.madeAt} label="Spent over time by user">
      <ul class="key">${series.map(each => html`<li><i class=${'swatch ' + each.color}></i>${each.name}</li>`)}</ul><//>
    <${Table} title="Users" rows=${users} by=${['usort', '-share']} columns=${[words('user', 'User', 'name', each => each.key.toLowerCase(), ({ key }) => key === REST ? userOf(key)
      : html`<a href=${link('spenders', { ...params, user: user === key ? undefined : key })}>${userOf(key)}</a><${Budget} of=${budgets.find(budget => budget.user === key)}/>`),
      statementsOf(each => each.spender.digest), ...figures]}/>
    ${origins}
    <${Table} title="By user and statement" hint=${user === undefined ? '' : 'of ' + printable(user)}
      actions=${user !== undefined && html`<a class="quiet" href=${link('spenders', { ...params, user: undefined })}>all users</a>`}
      rows=${statements} by=${['sort', '-share']} rowClass=${of(({ scope }) => scope === 'statement' ? '' : 'others')}
      columns=${[{ name: 'User', class: 'user', cell: of(({ scope, user }) => scope === 'globalOthers' ? userOf(REST) : nameOf(user)) },
        { name: 'Statement', class: 'name', cell: of(({ scope, digest }) => scope === 'statement' ? html`<${StatementLink} row=${model.byDigest.get(digest)} id=${digest}/>` : html`<i>${NAMES[scope]}</i>`) }, ...figures]}>
      ${statements.some(of(({ scope }) => scope !== 'statement')) && html`<p class="note">Rows in italics are sums of users or statements without a row of their own.</p>`}<//>`;
}
