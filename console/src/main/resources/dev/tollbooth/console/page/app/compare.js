// Two times side by side.
import { html, useMemo, useState } from './lib.js';
import { digits, laidOut, latency, printable, short, times, quantileText } from './format.js';
import { bucketRange, dense, figuresOf, secondsOf } from './model.js';
import { changes, LEAST, MOVED } from './chance.js';
import { Chart, shownTimes } from './charts.js';
import { Empty, Panel, Table } from './parts.js';
import { Marks } from './overview.js';
import { link, rangeOf, replace } from './state.js';

export function Compare({ model, params, theme, options }) {
  const [side, setSide] = useState('b');
  const middle = Math.floor((model.first + model.last) / 2);
  const a = rangeOf(params, 'afrom', 'auntil') || options.compared || [model.first, middle];
  const b = rangeOf(params) || options.shown || [options.compared ? Math.max(options.compared[1], model.first) : middle, model.last];
  const whole = useMemo(() => ({ ...shownTimes(model, [0, model.buckets]), load: dense(model, model.global, 'nanos').map(v => v / 1e9 / model.bucketSeconds) }), [model]);
  const ranges = [bucketRange(model, a), bucketRange(model, b)];
  const [before, after] = ranges.map(range => figuresOf(model, range));
  const rows = useMemo(() => changes(before, after, ranges), [before, after]);
  if (model.buckets < 2) {
    return html`<${Empty} title="Two times are needed">There is one report so far. Give files of a longer time, or wait for the next report.<//>`;
  }
  const set = change => replace('compare', { ...params, ...change });
  const choose = ([from, until]) => {
    set(side === 'a' ? { afrom: from, auntil: until } : { from, until });
    setSide(side === 'a' ? 'b' : 'a');
  };
  const marks = ranges.map((range, i) => { const [at, until] = secondsOf(model, range); return { at, until, color: i ? 'c1' : 'c4' }; });
  const change = (x, y) => x && y ? html`${latency(y)}<small>${'× ' + digits(y / x)}</small>` : latency(y || null);
  const columns = [
    { name: 'Statement', class: 'name', cell: each => { const row = (each.now || each.was).row; return html`<a href=${link('statement', { from: b[0], until: b[1], id: row.key })}>${printable(row.name)}</a>
      <span class="under">${printable(laidOut(row.text)).slice(0, 200)}</span>`; } },
    { key: 'before', name: 'P99 before', value: each => each.was ? each.was.p99 : null, cell: each => quantileText(each.was ? each.was.p99 : null) },
    { key: 'after', name: 'P99 after', value: each => each.now ? each.now.p99 : null, cell: each => change(each.was && each.was.p99, each.now && each.now.p99) },
    { key: 'mean', name: 'Mean after', value: each => each.now ? each.now.mean : null, cell: each => change(each.was && each.was.mean, each.now && each.now.mean) },
    { key: 'calls', name: 'Executions', value: each => (each.now || each.was).calls, cell: each => html`${short(each.was ? each.was.calls : 0)} → ${short(each.now ? each.now.calls : 0)}` },
    { key: 'time', name: 'Time', value: each => (each.now || each.was).nanos, cell: each => html`${latency(each.was ? each.was.nanos : 0)} → ${latency(each.now ? each.now.nanos : 0)}` },
  ];
  const section = (kind, title) => {
    const some = rows.filter(each => each.kind === kind);
    return some.length > 0 && html`<${Panel} title=${title} hint=${some.length + (some.length === 1 ? ' statement' : ' statements')} key=${kind}>
      <${Table} label=${title} columns=${columns} rows=${some} sort=${params.sort || '-time'} onSort=${sort => set({ sort })} most=${20}/><//>`;
  };
  const turns = model.marks.filter(mark => mark.kind === 'plan' && mark.at >= before.seconds[0] && mark.at <= after.seconds[1]);
  return html`<${Panel} title="Two times" hint="choose which, then drag" actions=${html`<span class="choice" role="group" aria-label="Which time">
      <button aria-pressed=${side === 'a'} onClick=${() => setSide('a')}>Before</button><button aria-pressed=${side === 'b'} onClick=${() => setSide('b')}>After</button></span>`}>
      <${Chart} ...${whole} height=${130} series=${[{ name: 'load', color: 'muted', values: whole.load }]} format=${digits} marks=${marks} theme=${theme} onSelect=${choose}
        keys=${[ranges, side, model.madeAt].join()} label="Load over the whole span, with both times marked"/>
      <ul class="key"><li><i class="swatch c4"></i>before: ${times(...before.seconds)}</li><li><i class="swatch c1"></i>after: ${times(...after.seconds)}</li></ul><//>
    ${rows.length === 0 && html`<${Empty} title="Nothing stands out">No statement is new or gone, and no P99 moved by ${MOVED} buckets (15 %) by more than chance, with at least ${LEAST} executions on both sides.<//>`}
    ${section('slower', 'Slower')}${section('new', 'New')}${section('faster', 'Faster')}${section('gone', 'Gone')}
    <${Marks} model=${model} marks=${turns} params=${params}/>
    <p class="note">Slower and faster: P99 moved by ${MOVED} of the 450 buckets or more, with ${LEAST} executions or more on both sides, and chance does not explain it: one comparison in a hundred names a statement where nothing changed.</p>`;
}
