// The view that compares two spans.
import { html, useMemo, useState } from './lib.js';
import { digits, latency, printable, short, times, quantileText } from './format.js';
import { bucketRange, figuresOf, rates } from './model.js';
import { changes, LEAST, MOVED } from './chance.js';
import { ChartPanel, shownTimes } from './charts.js';
import { Choice, Empty, Table, Under } from './parts.js';
import { Marks } from './overview.js';
import { halves } from './slower.js';
import { rangeOf, set, to } from './state.js';

export function Compare({ model, params, theme, options }) {
  const [side, setSide] = useState('b');
  const [first, second] = halves(model, [model.first, model.last]) || [[model.first, model.last], [model.first, model.last]];
  const a = rangeOf(params, 'afrom', 'auntil') || options.compared || first;
  const b = rangeOf(params) || options.shown || (options.compared ? [Math.max(options.compared[1], model.first), model.last] : second);
  const whole = useMemo(() => ({ ...shownTimes(model, [0, model.buckets]), load: rates(model, model.global, 'nanos', [0, model.buckets], 1e9) }), [model]);
  const ranges = [bucketRange(model, a), bucketRange(model, b)];
  const [before, after] = ranges.map(range => figuresOf(model, range));
  const rows = useMemo(() => changes(before, after, ranges), [before, after]);
  if (model.buckets < 2) {
    return html`<${Empty} title="Two time ranges are needed">There is one step so far. Open files of a longer time, or wait for the next report.<//>`;
  }
  const choose = ([from, until]) => {
    set(side === 'a' ? { afrom: from, auntil: until } : { from, until });
    setSide(side === 'a' ? 'b' : 'a');
  };
  const marks = [before, after].map(({ seconds: [at, until] }, i) => ({ at, until, color: i ? 'c1' : 'c4' }));
  // a column with a figure of both spans
  const both = (key, name, figure, show) => ({ key, name, value: ({ was, now }) => (now || was)[figure], cell: ({ was, now }) => show(was?.[figure], now?.[figure]) });
  const change = (x, y) => x && y ? html`${latency(y)}<small>${'× ' + digits(y / x)}</small>` : latency(y || null);
  const from = (x, y) => show => html`${show(x || 0)} → ${show(y || 0)}`;
  const columns = [
    { name: 'Statement', class: 'name', cell: each => { const { row } = each.now || each.was; return html`<a href=${to('statement', { from: b[0], until: b[1], id: row.key })}>${printable(row.name)}</a><${Under} text=${row.text}/>`; } },
    { ...both('before', 'P99 before', 'p99', was => quantileText(was)), value: each => each.was?.p99 },
    { ...both('after', 'P99 after', 'p99', change), value: each => each.now?.p99 },
    { ...both('mean', 'Mean after', 'mean', change), value: each => each.now?.mean },
    both('calls', 'Executions', 'calls', (x, y) => from(x, y)(short)), both('time', 'Time', 'nanos', (x, y) => from(x, y)(latency)),
  ];
  const section = (kind, title) => {
    const some = rows.filter(each => each.kind === kind);
    return some.length > 0 && html`<${Table} title=${title} hint=${some.length + (some.length === 1 ? ' statement' : ' statements')} key=${kind} columns=${columns} rows=${some} by=${['sort', '-time']} most=${20}/>`;
  };
  const turns = model.marks.filter(mark => mark.kind === 'plan' && mark.at >= before.seconds[0] && mark.at <= after.seconds[1]);
  return html`<${ChartPanel} title="Time ranges" hint="choose one, then drag" actions=${html`<${Choice} label="Which time" value=${side} all=${[['a', 'Before'], ['b', 'After']]} onChange=${setSide}/>`}
      ...${whole} height=${130} series=${[{ name: 'load', color: 'muted', values: whole.load }]} format=${digits} marks=${marks} theme=${theme} onSelect=${choose}
        keys=${[ranges, side, model.madeAt].join()} label="Load over the whole range, with both times marked">
      <ul class="key"><li><i class="swatch c4"></i>before: ${times(...before.seconds)}</li><li><i class="swatch c1"></i>after: ${times(...after.seconds)}</li></ul><//>
    ${rows.length === 0 && html`<${Empty} title="Nothing stands out">No statement is new or gone, and no P99 moved by ${MOVED} buckets (15 %) by more than chance, with at least ${LEAST} executions on both sides.<//>`}
    ${section('slower', 'Slower')}${section('new', 'New')}${section('faster', 'Faster')}${section('gone', 'Gone')}
    <${Marks} model=${model} marks=${turns}/>
    <p class="note">Slower and faster: P99 moved by ${MOVED} of the 450 buckets or more, with ${LEAST} executions or more on both sides, and the change is statistically significant: at most 1 % of comparisons list a statement by chance.</p>`;
}
