// Load over time, and what happened.
import { html, useMemo } from './lib.js';
import { clock, count, digits, latency, percent, printable, short, quantileText } from './format.js';
import { figuresOf, rates, sumOf } from './model.js';
import { Chart, linesOf, MARKS, PALETTE, Quantiles, Rate, shownTimes } from './charts.js';
import { Empty, Figures, Panel, StatementLink } from './parts.js';
import { to } from './state.js';

const TOP = 5;

// The figures of all statements, or of one, that both pages begin with.
export function quantileFigures(figures, last) {
  return [['P50', quantileText(figures.p50), 'half are faster'], ['P95', quantileText(figures.p95), '19 of 20 are faster'], ['P99', quantileText(figures.p99), last]];
}

export function errorFigure({ errors, calls }) {
  return ['Errors', short(errors), percent(calls ? errors / calls : 0) + ' of executions', errors ? 'bad' : ''];
}

export function headline({ total, length }) {
  return [
    ['Executions', short(total.calls), digits(total.calls / length) + ' per second'],
    ['Load', digits(total.nanos / 1e9 / length), 'running at once'],
    ...quantileFigures(total, 'longest ' + latency(total.maxNanos)),
    errorFigure(total),
    total.ru > 0 && ['RU', short(total.ru), 'request units'],
  ];
}

export function Overview({ model, buckets, onSelect, theme }) {
  const figures = figuresOf(model, buckets);
  const top = useMemo(() => figures.rows.filter(each => each.row.series).sort((a, b) => b.nanos - a.nanos).slice(0, TOP), [figures]);
  const lines = useMemo(() => {
    const all = linesOf(model, model.global, buckets);
    const load = top.map((each, i) => ({ name: printable(each.row.name), color: PALETTE[i],
      values: rates(model, each.row.series, 'nanos', buckets, 1e9) }));
    load.push({ name: 'others', color: 'c0', values: all.load.map((v, i) => Math.max(0, v - load.reduce((sum, line) => sum + line.values[i], 0))) });
    return { ...all, load, times: shownTimes(model, buckets) };
  }, [model, buckets.join(), top]);
  if (model.statements.length === 0) {
    return model.kind === 'live' ? html`<${Empty} title="No statement has run yet">What the application executes appears here within two seconds.<//>`
      : html`<${Empty} title="No statement was counted">Give files that have reports, or another time: a report leaves every
      15 to 60 seconds, and the first one at the end of its window.<//>`;
  }
  const { total, rows, seconds } = figures;
  const marks = model.marks.filter(mark => mark.at >= seconds[0] && mark.at <= seconds[1]);
  const chart = { ...lines.times, marks, onSelect, theme, keys: buckets.join() + model.madeAt, height: 150 };
  const legend = rows.length > top.length ? [...top, { nanos: Math.max(0, total.nanos - sumOf(top, 'nanos')) }] : top;
  return html`<${Panel}><${Figures} figures=${headline(figures)}/><//>
    <div class="split">
      <${Panel} title="Load" hint=${html`statements running at once<span class="screen">; drag to look closer</span>`}>
        <${Chart} ...${chart} height=${316} stacked series=${lines.load} format=${digits} label="Load over time, stacked by statement"/><//>
      <${Panel} title="By statement" hint="share of time">
        <ol class="legend">${legend.map(({ row, nanos, calls, mean }, i) => html`<li><i class=${'swatch ' + (row ? PALETTE[i] : 'c0')}></i>
          ${row ? html`<${StatementLink} row=${row} title=${printable(row.text).slice(0, 600)}/>` : html`<a href=${to('statements')}>all others</a>`}
          <b>${percent(total.nanos ? nanos / total.nanos : 0)}</b>
          <small>${row ? count(calls) + ' × ' + latency(mean) : count(rows.length - top.length) + ' statements'}</small></li>`)}</ol><//>
    </div>
    <div class="thirds">
      <${Quantiles} chart=${chart} lines=${lines}/>
      <${Rate} chart=${chart} title="Executions" values=${lines.calls}/>
      <${Rate} chart=${chart} title="Errors" values=${lines.errors} swatch="bad" format=${digits} none=${total.errors === 0 && 'No execution failed.'}/>
    </div>
    <${Marks} model=${model} marks=${marks}/>`;
}

export function Marks({ model, marks }) {
  if (marks.length === 0) return null;
  const what = ({ kind, name, before, now }) => kind === 'start' ? html`${printable(name)} started`
    : kind === 'budget' ? html`<a href=${to('spenders', { user: name })}>${printable(name)}</a> spent more than the budget, ${printable(before)}`
    : html`<${StatementLink} row=${model.byDigest.get(name)} id=${name}/> has a new plan: <code>${before.slice(0, 8)}</code> to <code>${now.slice(0, 8)}</code>`;
  return html`<${Panel} title="What happened" hint=${marks.length > 12 ? 'the first 12 of ' + marks.length : ''}>
    <ul class="events">${marks.slice(0, 12).map(mark => html`<li><time>${clock(mark.at)}</time><i class=${'swatch dot ' + MARKS[mark.kind]}></i><span>${what(mark)}</span></li>`)}</ul><//>`;
}
