// The view of one statement.
import { html, useMemo } from './lib.js';
import { clock, count, digits, latency, moment, percent, printable, quantileText, ruText, short, times } from './format.js';
import { figuresOf, grouped, meanOf, rowsOf, secondsOf, spentOf, sumOf, totalOf } from './model.js';
import { linesOf, Quantiles, Rate, shownTimes } from './charts.js';
import { Heatmap, Histogram } from './histogram.js';
import { AllFigures, Copy, Digest, Empty, EXECUTIONS, fig, Figures, MEAN, nameOf, OriginLink, Panel, shareColumn, simple, Sql, Table, useAnswer, words } from './parts.js';
import { errorFigure, Marks, quantileFigures } from './overview.js';
import { Advice } from './advice.js';
import { to } from './state.js';

export function Statement({ model, buckets, params, theme, onSelect, live }) {
  const figures = figuresOf(model, buckets);
  const row = model.byKey.get(params.id) || model.byDigest.get(params.id);
  const details = useAnswer(live && row && (() => live.details(row)), live, row?.key, model);
  const lines = useMemo(() => row?.series && { ...linesOf(model, row.series, buckets), times: shownTimes(model, buckets) }, [model, row, buckets.join()]);
  if (!row) {
    return html`<h1 class="sr">Statement</h1><${Empty} title="No such statement in this range">Go back to <a href=${to('statements')}>all statements</a>,
      or look at another time.<//>`;
  }
  const now = figures.rows.find(each => each.row === row);
  const marks = model.marks.filter(mark => mark.kind === 'start' || mark.name === row.digest);
  const chart = lines && { ...lines.times, marks, onSelect, theme, keys: buckets.join() + row.key + model.madeAt, height: 170 };
  return html`<div class="title"><p class="crumb"><a href=${to('statements')}>Statements</a></p>
      <h1>${printable(row.name)}</h1><p class="facts">${row.schema && html`<span>schema <b>${printable(row.schema)}</b></span>`}<${Digest} digest=${row.digest}/>
        ${row.first && html`<span>first seen <b>${moment(row.first)}</b></span>`}
        ${details?.sample && html`<button class="quiet" onClick=${() => document.getElementById('sample').scrollIntoView()}>See a sample</button>`}</p></div>
    <${Panel}>${now ? html`<${Figures} figures=${headlineOf(now, figures)}/>${now.whole && html`<p class="note">A cheap statement: its figures cover the whole range.</p>`}`
      : html`<p class="none">It did not run in this time range. Press Escape for all time.</p>`}<//>
    ${row.digest !== '' && html`<${Advice} model=${model} live=${live} digest=${row.digest}/>`}
    ${row.digest === '' ? html`<${Panel} title="Contents"><p>Executions of statements without a row of their own: the table was full, or their row was evicted. More rows: <code>tollbooth.digests.size</code>,
      <code>tollbooth.memory.limit</code>.</p><//>`
      : html`<${Panel} title="Text" actions=${html`<${Copy} text=${row.text} what="text"/>`}>
        ${row.text ? html`<${Sql} text=${row.text} normalized/>` : NO_TEXT}<//>`}
    ${now && html`<div class="halves">
      <${Panel} title="Latencies" hint=${count(totalOf(now.histogram)) + ' executions'}><${Histogram} histogram=${now.histogram}/><//>
      ${row.series?.histograms && html`<${Panel} title="Over time" hint="stronger: more executions">
        <${Heatmap} model=${model} series=${row.series} buckets=${buckets} theme=${theme} histogram=${now.histogram}/><//>`}
    </div>`}
    ${lines && html`<div class="halves"><${Quantiles} chart=${chart} lines=${lines}/><${Rate} chart=${chart} title="Executions" values=${lines.calls}/></div>`}
    <${Origins} origins=${row.origins || []}/>
    <${Spent} model=${model} row=${row} buckets=${buckets}/>
    <${Marks} model=${model} marks=${marks.filter(mark => mark.kind === 'plan')}/>
    <${Details} model=${model} details=${details} live=${live} row=${row}/>
    <${AllFigures} row=${row}/>`;
}

const NO_TEXT = html`<p class="none">No report has its text.</p>`;

function headlineOf(now, { total, length }) {
  const { calls, row, ru } = now;
  const rows = rowsOf(now);
  const each = value => calls ? digits(value / calls) + ' each' : '';
  return [
    ['Share of time', percent(total.nanos ? now.nanos / total.nanos : 0), latency(now.nanos) + ' in all'],
    ['Executions', short(calls), digits(calls / length) + ' per second'],
    ['Mean', latency(now.mean), 'longest ' + latency(now.maxNanos)],
    ...quantileFigures(now, calls >= 1000 ? 'P999 ' + quantileText(now.p999) : 'of ' + count(calls)),
    ['Rows', rows === null ? '–' : short(rows), rows === null ? 'the driver does not say' : each(rows)],
    errorFigure(now),
    row.ru !== null && ['RU, ' + row.source, short(ru), each(ru)],
  ];
}

function columnsOf(all, first, more = []) {
  return [first, shareColumn('time', 'Share of time', sumOf(all, 'nanos'), 'nanos'), EXECUTIONS, MEAN, fig('ru', 'ru', (ru, each) => ruText(each)), ...more];
}

function Origins({ origins }) {
  return origins.length > 0 && html`<${Table} title="Origins" hint="the code that executed it, in the whole range" rows=${origins} by=${['origins', '-time']}
    columns=${columnsOf(origins, words('origin', 'Origin', 'name', each => each.name, OriginLink), [fig('most', 'mostInTransaction', n => n ? count(n) : '–'), fig('repeated', 'repeated', count)])}>
    ${origins.some(each => each.repeated > 0) && html`<p class="note">Repeated: executions in transactions that had ten or more of them, as an N+1 has.</p>`}<//>`;
}

// The request units of a statement by user and by plan.
function Spent({ model, row, buckets }) {
  const spent = row.digest === '' ? [] : spentOf(model, buckets).filter(each => each.spender.digest === row.digest);
  const users = grouped(spent, each => each.spender.user);
  const schemas = model.statements.filter(each => each.digest === row.digest).length;
  const plans = grouped(spent.filter(each => each.spender.plan), each => each.spender.plan).map(plan => {
    const at = plan.parts.flatMap(each => each.spender.at);
    return { ...plan, first: Math.min(...at), last: Math.max(...at) };
  }).sort((a, b) => a.first - b.first);
  return html`${users.length > 0 && html`<${Table} title="Users" hint=${schemas > 1 ? `of the statement, in all ${schemas} schemas` : 'of the statement'} rows=${users} by=${['users', '-time']}
      columns=${columnsOf(users, words('user', 'User', 'name', each => each.key, each => nameOf(each.key)))}/>`}
    ${plans.length === 0 && row.digest !== '' && html`<p class="note">No plan was collected. <code>tollbooth.plan.source=explain</code> asks H2, MySQL and MariaDB for one, once per statement in ten minutes.</p>`}
    ${plans.length > 0 && html`<${Panel} title=${plans.length === 1 ? 'Plan' : plans.length + ' plans'}>${plans.map(({ key, calls, ru, first, last, nanos }) => html`<article class="plan">
      <p class="facts"><${Digest} digest=${key}/><span>${times(...secondsOf(model, [first, last + 1]))}</span><span>${count(calls)} executions</span>
        <span>mean <b>${latency(meanOf({ nanos, calls }))}</b></span>${ru > 0 && html`<span>${digits(ru / calls)} RU each</span>`}</p>
      ${model.plans[key] ? html`<${Sql} text=${model.plans[key]}/>` : NO_TEXT}</article>`)}<//>`}`;
}

function Details({ model, details, live, row }) {
  if (live && !details) return null;
  const { terms, errorsByClass, since, sample, traces } = live ? details : { ...row, since: 'in the whole range' };
  const classes = Object.entries(errorsByClass || {});
  return html`<div class="halves">${terms?.length > 0 && html`<${Panel} title="Request units by term" hint=${since}>${simple(['Term', 'Amount', 'RU for one', 'RU'],
        terms.map(term => [printable(term.name), short(term.amount), digits(term.ruPerUnit), short(term.ru)]))}<//>`}
      ${classes.length > 0 && html`<${Panel} title="Errors by class" hint=${since}>${simple(['Class', 'Errors'], classes.map(([name, n]) => [model.errorClasses[name] || printable(name), count(n)]))}<//>`}</div>
    ${traces?.length > 0 && html`<${Panel} title="Traces" hint="of the last two minutes">${traces.map(each => html`<p class="facts"><${Digest} digest=${each.traceId} what="trace" most=${32}/>${each.url && html`<a href=${each.url} target="_blank" rel="noreferrer">open</a>`}
      <span>span ${each.spanId}</span><span>${latency(each.elapsedNanos) + ' at ' + clock(each.seen / 1000)}</span><span class="bad">${printable(each.errorType || '')}</span></p>`)}<//>`}
    ${sample && html`<div id="sample"><${Panel} title="A sample" hint=${latency(sample.elapsedNanos) + ' at ' + clock(sample.seen / 1000)}
      actions=${html`<${Copy} text=${sample.text} what="sample"/>`}><${Sql} text=${sample.text}/><//></div>`}
    ${!live && row.digest !== '' && html`<p class="note">Samples are not in report files: the live console has them.</p>`}`;
}
