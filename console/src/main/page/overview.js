// The view of the load over time.
import { html, useMemo } from './lib.js';
import { clock, count, digits, latency, percent, printable, short, quantileText } from './format.js';
import { figuresOf } from './model.js';
import { ChartPanel, linesOf, MARKS, Quantiles, Rate, shownTimes } from './charts.js';
import { cutsOf, sliced } from './slices.js';
import { Slower } from './slower.js';
import { Choose, Empty, Figures, Panel, StatementLink } from './parts.js';
import { Advice } from './advice.js';
import { set, to } from './state.js';

// Returns the latency figures at the top of the overview and of the view of one statement.
export function quantileFigures(figures, last) {
  return [['P50', quantileText(figures.p50), 'half are faster'], ['P95', quantileText(figures.p95), '95 % are faster'], ['P99', quantileText(figures.p99), last]];
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

export function Overview({ model, buckets, params, onSelect, theme, live }) {
  const figures = figuresOf(model, buckets);
  const cuts = useMemo(() => cutsOf(model), [model]);
  const by = cuts.some(([name]) => name === params.by) ? params.by : 'statement';
  const lines = useMemo(() => ({ ...linesOf(model, model.global, buckets), parts: sliced(model, figures, buckets, by), times: shownTimes(model, buckets) }), [model, buckets.join(), by]);
  if (model.statements.length === 0) {
    return model.kind === 'live' ? html`<${Empty} title="No statement has run yet">Statements appear here within two seconds.<//>`
      : html`<${Empty} title="No statement was counted">Give files that have reports, or another time: a report leaves every
      15 to 60 seconds, and the first one at the end of its window.<//>`;
  }
  const { total, seconds } = figures;
  const { parts } = lines;
  const marks = model.marks.filter(mark => mark.at >= seconds[0] && mark.at <= seconds[1]);
  const chart = { ...lines.times, marks, onSelect, theme, keys: buckets.join() + model.madeAt, height: 150 };
  return html`<${Advice} model=${model} live=${live}/><${Panel}><${Figures} figures=${headline(figures)}/><//>
    <div class="split">
      <${ChartPanel} title="Load" hint=${html`statements running at once<span class="screen">; drag to look closer</span>`}
        actions=${cuts.length > 1 && html`<${Choose} label="Cut by" value=${by} all=${cuts} onChange=${cut => set({ by: cut === 'statement' ? '' : cut })}/>`}
        ...${chart} height=${316} stacked series=${parts} keys=${chart.keys + by} format=${digits} label=${'Load over time, stacked by ' + by}/>
      <${Panel} title=${'By ' + by} hint="share of time">
        <ol class="legend">${parts.map(({ link, color, nanos, calls }) => html`<li><i class=${'swatch ' + color}></i>${link}
          <b>${percent(total.nanos ? nanos / total.nanos : 0)}</b><small>${count(calls) + ' × ' + latency(calls ? nanos / calls : null)}</small></li>`)}</ol><//>
    </div>
    <div class="thirds">
      <${Quantiles} chart=${chart} lines=${lines}/>
      <${Rate} chart=${chart} title="Executions" values=${lines.calls}/>
      <${Rate} chart=${chart} title="Errors" values=${lines.errors} swatch="bad" format=${digits} none=${total.errors === 0 && 'No execution failed.'}/>
    </div>
    <${Slower} model=${model} seconds=${seconds}/>
    <${Marks} model=${model} marks=${marks}/>`;
}

export function Marks({ model, marks }) {
  if (marks.length === 0) return null;
  const what = ({ kind, name, before, now }) => kind === 'start' ? html`${printable(name)} started`
    : kind === 'budget' ? html`<a href=${to('spenders', { user: name })}>${printable(name)}</a> spent more than the budget, ${printable(before)}`
    : html`<${StatementLink} row=${model.byDigest.get(name)} id=${name}/> has a new plan: <code>${before.slice(0, 8)}</code> to <code>${now.slice(0, 8)}</code>`;
  return html`<${Panel} title="Events" hint=${marks.length > 12 ? 'the first 12 of ' + marks.length : ''}>
    <ul class="events">${marks.slice(0, 12).map(mark => html`<li><time>${clock(mark.at)}</time><i class=${'swatch dot ' + MARKS[mark.kind]}></i><span>${what(mark)}</span></li>`)}</ul><//>`;
}
