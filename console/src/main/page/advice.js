// The panel of advice from a live instance: changes to make in the application.
import { html } from './lib.js';
import { count, latency, percent, printable } from './format.js';
import { Panel, StatementLink, useAnswer } from './parts.js';

const MOST = 5;

// Shows the first five findings, or the first five of one statement if a digest is given.
export function Advice({ model, live, digest }) {
  const health = useAnswer(live?.health, live, model);
  const found = (health?.advice || []).filter(each => digest === undefined || each.digest === digest);
  if (found.length === 0) return null;
  return html`<${Panel} title="Advice" hint=${found.length > MOST ? `the first ${MOST} of ${found.length}` : ''}>
    <ol class="legend advice">${found.slice(0, MOST).map(each => html`<li><b>${percent(each.share)}</b>
      <span><code>${each.kind}</code> ${digest === undefined && each.digest ? html`<${StatementLink} row=${model.byDigest.get(each.digest)} id=${each.digest}/>` : printable(each.about)}:
        ${' '}${printable(each.why)}. ${each.remedy}</span>
      <small>${savings(each)}${each.origin && ', ' + printable(each.origin)}</small></li>`)}</ol><//>`;
}

function savings({ savedSeconds, savedRoundTrips, certainty }) {
  return [savedSeconds > 0 && 'saves ' + latency(savedSeconds * 1e9), savedRoundTrips > 0 && count(savedRoundTrips) + ' round trips', certainty].filter(Boolean).join(', ');
}
