// Load over time, and what happened.
import { html, useMemo } from './lib.js';
import { clock, count, digits, latency, tick, percent, printable, short, quantileText } from './format.js';
import { dense, figuresOf, quantiles } from './model.js';
import { Chart, MARKS, PALETTE, quantileLines, shownTimes } from './charts.js';
import { Empty, Figures, Panel, QUANTILE_KEY } from './parts.js';
import { link, common } from './state.js';

const TOP = 5;

export function topStatements(figures, most = TOP) {
  return figures.rows.filter(each => each.row.series).sort((a, b) => b.nanos - a.nanos).slice(0, most);
}

export function headline(figures, ruSource) {
  const { total, seconds } = figures;
  const length = seconds[1] - seconds[0];
  return [
    ['Executions', short(total.calls), digits(total.calls / length) + ' a second'],
    ['Load', digits(total.nanos / 1e9 / length), 'running at once'],
    ['P50', quantileText(total.p50), 'half are faster'],
    ['P95', quantileText(total.p95), '19 of 20 are faster'],
    ['P99', quantileText(total.p99), 'longest ' + latency(total.maxNanos)],
    ['Errors', short(total.errors), percent(total.calls ? total.errors / total.calls : 0) + ' of executions', total.errors ? 'bad' : ''],
    total.ru > 0 && ['RU', short(total.ru), ruSource || 'request units'],
  ];
}

export function Overview({ model, buckets, params, onSelect, theme }) {
  const figures = figuresOf(model, buckets);
  const top = useMemo(() => topStatements(figures), [figures]);
  const parts = useMemo(() => {
    const cut = values => values.slice(buckets[0], buckets[1]);
    const perSecond = (figure, scale = 1) => cut(dense(model, model.global, figure)).map(v => v / scale / model.bucketSeconds);
    const load = top.map((each, i) => ({ name: printable(each.row.name), color: PALETTE[i],
      values: cut(dense(model, each.row.series, 'nanos')).map(v => v / 1e9 / model.bucketSeconds) }));
    const all = perSecond('nanos', 1e9);
    load.push({ name: 'others', color: 'c0', values: all.map((v, i) => Math.max(0, v - load.reduce((a, line) => a + line.values[i], 0))) });
    const [p50, p95, p99] = quantiles(model, model.global, [0.5, 0.95, 0.99]).map(cut);
    return { load, calls: perSecond('calls'), errors: perSecond('errors'), p50, p95, p99, ...shownTimes(model, buckets) };
  }, [model, buckets.join(), top]);
  if (model.buckets === 0) {
    return html`<${Empty} title="No statement was counted">Give files that have reports, or another time: a report leaves every
      15 to 60 seconds, and the first one at the end of its window.<//>`;
  }
  const marks = model.marks.filter(mark => mark.at >= figures.seconds[0] && mark.at <= figures.seconds[1]);
  const chart = { x: parts.x, step: parts.step, marks, onSelect, theme, keys: buckets.join() + model.madeAt };
  const others = figures.total.nanos - top.reduce((sum, each) => sum + each.nanos, 0);
  const legend = [...top.map((each, i) => [each, PALETTE[i], each.nanos]), [null, 'c0', Math.max(0, others)]];
  return html`<${Panel}><${Figures} figures=${headline(figures, '')}/><//>
    <div class="split">
      <${Panel} title="Load" hint=${html`statements running at once<span class="screen">; drag to look closer</span>`}>
        <${Chart} ...${chart} height=${316} stacked series=${parts.load} format=${digits} label="Load over time, stacked by statement"/><//>
      <${Panel} title="By statement" hint="share of time">
        <ol class="legend">${legend.map(([each, swatch, nanos]) => html`<li><i class=${'swatch ' + swatch}></i>
          ${each ? html`<a href=${link('statement', { ...common(params), id: each.row.key })} title=${printable(each.row.text).slice(0, 600)}>${printable(each.row.name)}</a>`
            : html`<a href=${link('statements', common(params))}>all others</a>`}
          <b>${percent(figures.total.nanos ? nanos / figures.total.nanos : 0)}</b>
          <small>${each ? count(each.calls) + ' × ' + latency(each.mean) : count(Math.max(0, figures.rows.length - top.length)) + ' statements'}</small></li>`)}</ol><//>
    </div>
    <div class="thirds">
      <${Panel} title="Latency" hint=${QUANTILE_KEY}>
        <${Chart} ...${chart} height=${150} log series=${quantileLines(parts)}
          format=${tick} tipFormat=${latency} axis=${60} label="P50, P95 and P99 over time"/><//>
      <${Panel} title="Executions" hint="a second">
        <${Chart} ...${chart} height=${150} series=${[{ name: 'executions a second', color: 'c1', fill: true, values: parts.calls }]} format=${short} label="Executions a second over time"/><//>
      <${Panel} title="Errors" hint="a second">
        ${figures.total.errors === 0 ? html`<p class="none">No execution failed.</p>`
          : html`<${Chart} ...${chart} height=${150} series=${[{ name: 'errors a second', color: 'bad', fill: true, values: parts.errors }]} format=${digits} label="Errors a second over time"/>`}<//>
    </div>
    <${Marks} model=${model} marks=${marks} params=${params}/>`;
}

export function Marks({ model, marks, params }) {
  if (marks.length === 0) return null;
  const row = mark => {
    const statement = model.byDigest.get(mark.name);
    return html`<li><time>${clock(mark.at)}</time><i class=${'swatch dot ' + MARKS[mark.kind]}></i>${mark.kind === 'start' ? html`<span>${printable(mark.name)} started</span>`
      : mark.kind === 'budget' ? html`<span><a href=${link('spenders', { ...common(params), user: mark.name })}>${printable(mark.name)}</a>${' '}spent more than the budget, ${printable(mark.before)}</span>`
      : html`<span><a href=${link('statement', { ...common(params), id: statement ? statement.key : mark.name })}>${statement ? printable(statement.name) : mark.name.slice(0, 12)}</a>${' '}has a new plan: <code>${mark.before.slice(0, 8)}</code> to <code>${mark.now.slice(0, 8)}</code></span>`}</li>`;
  };
  return html`<${Panel} title="What happened" hint=${marks.length > 12 ? 'the first 12 of ' + marks.length : ''}>
    <ul class="events">${marks.slice(0, 12).map(row)}</ul><//>`;
}
