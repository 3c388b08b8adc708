// The view of health: lost and dropped figures, and the memory of Tollbooth itself.
import { html } from './lib.js';
import { bytes, clock, count, printable, ruText, times } from './format.js';
import { grouped, sumOf } from './model.js';
import { Panel, simple, useAnswer } from './parts.js';
import { useWidth } from './charts.js';

function Flame({ frames }) {
  const [place, W] = useWidth(1000);
  const total = sumOf(frames, 'bytes');
  if (total === 0) return null;
  const H = 24;
  const boxes = [];
  const walk = (all, depth, left, path) => {
    let x = left;
    for (const { key, parts } of grouped(all.filter(each => each.path.length > depth), each => each.path[depth])) {
      const size = sumOf(parts, 'bytes');
      const width = size / total * W;
      if (width > 0.5) boxes.push({ x, depth, width, name: key, size, path: path + key });
      walk(parts, depth + 1, x, path + key + ' / ');
      x += width;
    }
  };
  walk(frames, 0, 0, '');
  const rows = Math.max(...boxes.map(each => each.depth)) + 1;
  const label = ({ name, size, width }) => {
    const room = Math.floor((width - 14) / 6.4);
    const whole = name + ' ' + bytes(size);
    return whole.length <= room ? whole : name.length <= room ? name : room > 4 ? name.slice(0, room - 1) + '…' : '';
  };
  return html`<div ref=${place}><svg class="flame" viewBox="0 0 ${W} ${rows * H}" role="img" aria-label=${'Memory by part, ' + bytes(total) + ' in all'}>
    ${boxes.map(each => html`<g><title>${each.path}: ${bytes(each.size)}</title>
      <rect class=${'f' + (each.depth % 4)} x=${each.x.toFixed(2)} y=${each.depth * H} width=${Math.max(0.5, each.width - 1).toFixed(2)} height=${H - 1} rx="2"/>
      ${each.width > 40 && html`<text x=${each.x + 7} y=${each.depth * H + 16}>${label(each)}</text>`}</g>`)}</svg></div>`;
}

export function Health({ model, options, live }) {
  const health = useAnswer(live?.health, live, model);
  const { runs, notes } = model;
  const drops = runs.flatMap(run => Object.entries(run.dropped).filter(([, drop]) => drop.times + drop.keys + drop.calls > 0).map(([reason, drop]) => [run, reason, drop]));
  const missing = sumOf(runs, 'missing');
  const problems = [...options.problems, ...(health ? health.problems : [])];
  const none = (rows, said, names, row) => rows.length === 0 ? html`<p class="none">${said}</p>` : simple(names, rows.map(row));
  return html`<${Panel} title=${problems.length + missing + drops.length === 0 ? 'No problems' : 'Problems'}>
      <ul class="events plain">${problems.map(each => html`<li class="bad">${printable(each)}</li>`)}
        ${missing > 0 && html`<li class="bad">${count(missing)} reports between the first and the last are missing: their time shows less than there was.</li>`}
        ${notes.map(note => html`<li>${note}</li>`)}
        ${problems.length + missing + notes.length === 0 && html`<li>Every report is there, and nothing was rolled up.</li>`}</ul><//>
    <${Panel} title="Runs" hint="of applications">${simple(['Instance', 'Run', 'Time', 'Reports', 'Missing'], runs.map(run =>
      [printable(run.instance), html`<code>${printable(run.bootId).slice(0, 8)}</code>`, times(run.first, run.end), count(run.reports), run.missing ? html`<span class="bad">${run.missing}</span>` : '–']))}<//>
    <${Panel} title="Dropped" hint="since each run began">${none(drops, 'Nothing was dropped.', ['Reason', 'Meaning', 'Times', 'Executions', 'RU'], ([run, reason, drop]) =>
      [html`<code>${reason}</code>${runs.length > 1 && html`<small>${run.bootId.slice(0, 8)}</small>`}`, drop.sentence, count(drop.times), count(drop.calls), ruText(drop)])}<//>
    ${health ? html`<${Panel} title="Memory" hint=${bytes(health.memory.held) + ' of ' + bytes(health.memory.limit)}>
        ${health.memory.frames.length ? html`<${Flame} frames=${health.memory.frames}/>` : html`<p class="none">Not measured yet.</p>`}<//>
      <div class="halves"><${Panel} title="Sinks" hint="consumers of reports">${simple(['Sink', 'State', 'Sent', 'Dropped', 'Last error'], health.sinks.map(each => [printable(each.name), each.state, count(each.sent), count(each.dropped), printable(each.lastError || '–')]))}<//>
      <${Panel} title="Failures" hint="inside Tollbooth; the application never sees them">${none(health.failures, 'None.', ['Place', 'Times'], each => [each.place, count(each.times)])}<//></div>
      <${Panel} title="Settings" hint=${'started ' + clock(health.started) + ', version ' + health.version}>${simple(['Setting', 'Value', 'From'], health.settings.map(each => [html`<code>${each.key}</code>`, printable(each.value || '–'), each.origin]))}<//>`
      : !live && html`<p class="note">Memory, sinks and settings are not in report files: the live console has them.</p>`}`;
}
