// One statement.
import { html, useEffect, useMemo, useState } from './lib.js';
import { bytes, clock, count, digits, latency, tick, percent, printable, short, times, quantileText } from './format.js';
import { figuresOf, quantiles, dense, secondsOf, spentOf } from './model.js';
import { Chart, quantileLines, shownTimes } from './charts.js';
import { Heatmap, Histogram } from './histogram.js';
import { Copy, Digest, Empty, Figures, Panel, QUANTILE_KEY, Share, Sql, Table } from './parts.js';
import { Marks } from './overview.js';
import { common, link, replace } from './state.js';

export function Statement({ model, buckets, params, theme, onSelect, live }) {
  const figures = figuresOf(model, buckets);
  const row = model.byKey.get(params.id) || model.byDigest.get(params.id);
  const [details, setDetails] = useState(null);
  useEffect(() => {
    setDetails(null);
    if (live && row) live.details(row).then(setDetails, () => setDetails(null));
  }, [live, row && row.key, model]);
  const parts = useMemo(() => {
    if (!row || !row.series) return null;
    const cut = values => values.slice(buckets[0], buckets[1]);
    const [p50, p95, p99] = quantiles(model, row.series, [0.5, 0.95, 0.99]).map(cut);
    const calls = cut(dense(model, row.series, 'calls')).map(v => v / model.bucketSeconds);
    return { p50, p95, p99, calls, ...shownTimes(model, buckets) };
  }, [model, row, buckets.join()]);
  if (!row) {
    return html`<h1 class="sr">Statement</h1><${Empty} title="No such statement in this span">Go back to <a href=${link('statements', common(params))}>all statements</a>,
      or look at another time.<//>`;
  }
  const now = figures.rows.find(each => each.row === row);
  const marks = model.marks.filter(mark => mark.kind === 'start' || mark.name === row.digest);
  const chart = parts && { x: parts.x, step: parts.step, marks, onSelect, theme, keys: buckets.join() + row.key + model.madeAt };
  return html`<div class="title"><p class="crumb"><a href=${link('statements', common(params))}>Statements</a></p>
      <h1>${printable(row.name)}</h1><p class="facts">${row.schema && html`<span>schema <b>${printable(row.schema)}</b></span>`}<${Digest} digest=${row.digest}/></p></div>
    ${now ? html`<${Panel}><${Figures} figures=${headlineOf(now, figures)}/>${now.whole && html`<p class="note">It costs little: its figures are of the whole span.</p>`}<//>`
      : html`<${Panel}><p class="none">It did not run in this time. Press Escape for all of the time.</p><//>`}
    ${row.digest === '' ? html`<${Panel} title="What is in it"><p>Executions of statements that have no row of their own: those that came when the table
      was full, and those whose row was given up for a dearer one. Every execution is in a row or here. More rows: <code>tollbooth.digests.size</code>,
      <code>tollbooth.memory.limit</code>.</p><//>`
      : html`<${Panel} title="Text" actions=${html`<${Copy} text=${row.text} what="text"/>`}>
        ${row.text ? html`<${Sql} text=${row.text} normalized/>` : html`<p class="none">No report has its text.</p>`}<//>`}
    ${now && html`<div class="halves">
      <${Panel} title="Latencies" hint=${count(now.histogram.reduce((a, b) => a + b, 0)) + ' executions'}><${Histogram} histogram=${now.histogram}/><//>
      ${parts && row.series.histograms && html`<${Panel} title="Over time" hint="stronger: more executions">
        <${Heatmap} model=${model} series=${row.series} buckets=${buckets} theme=${theme} histogram=${now.histogram}/><//>`}
    </div>`}
    ${parts && html`<div class="halves">
      <${Panel} title="Quantiles" hint=${QUANTILE_KEY}>
        <${Chart} ...${chart} height=${170} log series=${quantileLines(parts)}
          format=${tick} tipFormat=${latency} axis=${60} label="Quantiles over time"/><//>
      <${Panel} title="Executions" hint="a second"><${Chart} ...${chart} height=${170} series=${[{ name: 'executions a second', color: 'c1', fill: true, values: parts.calls }]}
        format=${short} label="Executions a second over time"/><//></div>`}
    <${Origins} row=${row} params=${params}/>
    <${Users} model=${model} row=${row} buckets=${buckets} params=${params}/>
    <${Plans} model=${model} row=${row} buckets=${buckets}/>
    <${Marks} model=${model} marks=${marks.filter(mark => mark.kind === 'plan')} params=${params}/>
    <${Details} details=${details} live=${live} row=${row}/>`;
}

function headlineOf(now, figures) {
  const length = figures.seconds[1] - figures.seconds[0];
  return [
    ['Share of time', percent(figures.total.nanos ? now.nanos / figures.total.nanos : 0), latency(now.nanos) + ' in all'],
    ['Executions', short(now.calls), digits(now.calls / length) + ' a second'],
    ['Mean', latency(now.mean), 'longest ' + latency(now.maxNanos)],
    ['P50', quantileText(now.p50), 'half are faster'],
    ['P95', quantileText(now.p95), '19 of 20 are faster'],
    ['P99', quantileText(now.p99), now.calls >= 1000 ? 'P999 ' + quantileText(now.p999) : 'of ' + count(now.calls)],
    ['Rows', short(now.rowsRead + now.rowsAffected), now.calls ? digits((now.rowsRead + now.rowsAffected) / now.calls) + ' each' : ''],
    ['Errors', short(now.errors), now.errors ? percent(now.errors / now.calls) + ' of executions' : 'none failed', now.errors ? 'bad' : ''],
    now.row.ru !== undefined && ['RU, ' + now.row.source, short(now.ru), now.calls ? digits(now.ru / now.calls) + ' each' : ''],
  ];
}

function grouped(model, row, buckets, name) {
  const groups = new Map();
  for (const each of spentOf(model, buckets)) {
    if (each.spender.digest !== row.digest || row.digest === '') continue;
    const sums = groups.get(each.spender[name]) || { name: each.spender[name], ru: 0, calls: 0, nanos: 0, first: Infinity, last: 0 };
    sums.ru += each.ru; sums.calls += each.calls; sums.nanos += each.nanos;
    sums.first = Math.min(sums.first, each.spender.at[0]); sums.last = Math.max(sums.last, each.spender.at[each.spender.at.length - 1]);
    groups.set(each.spender[name], sums);
  }
  return [...groups.values()];
}

function columnsOf(all, first, more = []) {
  const nanos = all.reduce((sum, each) => sum + each.nanos, 0);
  return [first,
    { key: 'time', name: 'Share of time', class: 'wide', value: each => each.nanos, cell: each => html`<${Share} share=${nanos ? each.nanos / nanos : 0}/>` },
    { key: 'calls', name: 'Executions', value: each => each.calls, cell: each => count(each.calls) },
    { key: 'mean', name: 'Mean', value: each => each.calls ? each.nanos / each.calls : null, cell: each => latency(each.calls ? each.nanos / each.calls : null) },
    { key: 'ru', name: 'RU', value: each => each.ru, cell: each => short(each.ru) }, ...more];
}

function Origins({ row, params }) {
  const origins = row.origins || [];
  if (origins.length === 0) return null;
  const columns = columnsOf(origins, { key: 'origin', name: 'Origin', class: 'name', first: 'asc', value: each => each.name, cell: each => each.name ? html`<a href=${link('statements', { ...common(params), origin: each.name })}>${printable(each.name)}</a>` : html`<i>nobody named</i>` },
    [{ key: 'most', name: 'Most in a transaction', value: each => each.most, cell: each => each.most ? count(each.most) : '–' },
      { key: 'repeated', name: 'Repeated', value: each => each.repeated, cell: each => count(each.repeated) }]);
  return html`<${Panel} title="Origins" hint="who in the code sent it, in the whole span"><${Table} label="Origins" rows=${origins} sort=${params.origins || '-time'}
      onSort=${origins => replace('statement', { ...params, origins })} columns=${columns}/>
    ${origins.some(each => each.repeated > 0) && html`<p class="note">Repeated: executions in transactions that had ten of them or more. A query for each row of another, an N+1, looks like this.</p>`}<//>`;
}

function Users({ model, row, buckets, params }) {
  const users = grouped(model, row, buckets, 'user');
  if (users.length === 0) return null;
  const schemas = model.statements.filter(each => each.digest === row.digest).length;
  return html`<${Panel} title="Users" hint=${schemas > 1 ? `who sent it, in all ${schemas} schemas together` : 'who sent it'}><${Table} label="Users" rows=${users} sort=${params.users || '-time'} onSort=${users => replace('statement', { ...params, users })}
    columns=${columnsOf(users, { key: 'user', name: 'User', class: 'name', first: 'asc', value: each => each.name, cell: each => printable(each.name || 'nobody named') })}/><//>`;
}

function Plans({ model, row, buckets }) {
  const plans = grouped(model, row, buckets, 'plan').filter(each => each.name !== '').sort((a, b) => a.first - b.first);
  if (plans.length === 0) return null;
  const at = bucket => times(...secondsOf(model, bucket));
  return html`<${Panel} title=${plans.length === 1 ? 'Plan' : plans.length + ' plans'}>${plans.map(plan => html`<article class="plan">
    <p class="facts"><${Digest} digest=${plan.name}/><span>${at([plan.first, plan.last + 1])}</span><span>${count(plan.calls)} executions</span>
      <span>mean <b>${latency(plan.calls ? plan.nanos / plan.calls : null)}</b></span>${plan.ru > 0 && html`<span>${digits(plan.ru / plan.calls)} RU each</span>`}</p>
    ${model.plans[plan.name] ? html`<${Sql} text=${model.plans[plan.name]}/>` : html`<p class="none">No report has its text.</p>`}</article>`)}<//>`;
}

function Errors({ errors, hint }) {
  const all = Object.entries(errors || {});
  return all.length > 0 && html`<${Panel} title="Errors by class" hint=${hint}><table><tbody>${all.map(([name, n]) => html`<tr><td class="name">${printable(name)}</td><td>${count(n)}</td></tr>`)}</tbody></table><//>`;
}

function Terms({ terms, hint }) {
  return terms && terms.length > 0 && html`<${Panel} title="Request units by term" hint=${hint}>
      <table><thead><tr><th class="name">Term</th><th>Amount</th><th>RU for one</th><th>RU</th></tr></thead><tbody>
        ${terms.map(term => html`<tr><td class="name">${printable(term.name)}</td><td>${short(term.amount)}</td><td>${digits(term.ruPerUnit)}</td><td>${short(term.ru)}</td></tr>`)}</tbody></table><//>`;
}

function Details({ details, live, row }) {
  const whole = 'in the whole span';
  if (!live) {
    return html`<div class="halves"><${Terms} terms=${row.terms} hint=${whole}/><${Errors} errors=${row.errorClasses} hint=${whole}/></div>
      ${row.digest !== '' && html`<p class="note">Samples are not in report files: the live console has them.</p>`}`;
  }
  if (!details) return null;
  return html`<div class="halves"><${Terms} terms=${details.terms} hint=${details.since}/><${Errors} errors=${details.errors} hint=${details.since}/></div>
    ${details.sample && html`<${Panel} title="A sample" hint=${latency(details.sample.elapsedNanos) + ' at ' + clock(details.sample.seen / 1000)}
      actions=${html`<${Copy} text=${details.sample.text} what="sample"/>`}><${Sql} text=${details.sample.text}/><//>`}
    ${details.clientBytes > 0 && html`<p class="note">The client allocated ${bytes(details.clientBytes)} for it, ${bytes(details.maxClientBytes)} at most at once.</p>`}`;
}
