// The statements that became slower within a span: its second half compared with its first.
import { html, useMemo } from './lib.js';
import { count, digits, quantileText } from './format.js';
import { bucketRange, figuresOf } from './model.js';
import { changes } from './chance.js';
import { Panel, StatementLink } from './parts.js';
import { to } from './state.js';

// Returns the two halves of a range, which share no step; null if the range is a single step.
export function halves(model, [from, until]) {
  const steps = bucketRange(model, [from, until]);
  const middle = model.start + Math.round((steps[0] + steps[1]) / 2) * model.bucketSeconds;
  return steps[1] - steps[0] < 2 ? null : [[from, middle], [middle, until]];
}

export function Slower({ model, seconds }) {
  const times = halves(model, seconds);
  const rows = useMemo(() => {
    if (!times) return [];
    const ranges = times.map(time => bucketRange(model, time));
    return changes(...ranges.map(range => figuresOf(model, range)), ranges);
  }, [model, seconds.join()]);
  if (!times) return null;
  const slower = rows.filter(each => each.kind === 'slower').sort((a, b) => b.now.nanos - a.now.nanos);
  const added = rows.filter(each => each.kind === 'new').length;
  const [[afrom, auntil], [from, until]] = times;
  const compare = to('compare', { afrom, auntil, from, until });
  return html`<${Panel} title="Slower statements" hint="the second half of the time range, compared with the first" actions=${html`<a class="quiet" href=${compare}>Compare</a>`}>
    ${slower.length === 0 ? html`<p class="none">No P99 got worse by more than chance.</p>` : html`<ul class="events plain">${slower.slice(0, 5).map(({ was, now }) => html`<li>
      <${StatementLink} row=${now.row}/><span>P99 ${quantileText(was.p99)} → <b>${quantileText(now.p99)}</b> <small>${'× ' + digits(now.p99 / was.p99)}</small></span></li>`)}</ul>`}
    ${added > 0 && html`<p class="note">${count(added)} statements are new in the second half.</p>`}<//>`;
}
