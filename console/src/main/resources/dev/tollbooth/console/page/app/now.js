// What runs at this moment; the live console alone has it.
import { html, useEffect, useRef, useState } from './lib.js';
import { bytes, count, digits, laidOut, latency, printable, short } from './format.js';
import { Sparkline } from './charts.js';
import { Copy, Empty, Figures, Panel, Table } from './parts.js';
import { link, replace } from './state.js';

const KEPT = 150;
const LOOK_MILLIS = 2000;

export function Now({ live, params }) {
  const [state, setState] = useState({ now: null, history: [], error: '' });
  const [asked, setAsked] = useState(null);
  const dialog = useRef(null);
  useEffect(() => {
    if (!live) return undefined;
    let timer = 0;
    let gone = false;
    const poll = async () => {
      try {
        const now = await live.now();
        if (gone) return;
        setState(state => {
          const last = state.now;
          const seconds = last ? (now.atNanos - last.atNanos) / 1e9 : 0;
          const rate = seconds > 0 ? { calls: Math.max(0, now.executions - last.executions) / seconds, running: now.running.length } : null;
          return { ...state, now, error: '', history: rate ? [...state.history, rate].slice(-KEPT) : state.history };
        });
      } catch (e) {
        if (!gone) setState(state => ({ ...state, error: e.message }));
      }
      if (!gone) timer = setTimeout(poll, document.hidden ? LOOK_MILLIS * 5 : LOOK_MILLIS);
    };
    poll();
    return () => { gone = true; clearTimeout(timer); };
  }, [live]);
  useEffect(() => { if (asked && dialog.current && !dialog.current.open) dialog.current.showModal(); }, [asked]);
  if (!live) {
    return html`<${Empty} title="A file has no present">The live console shows what runs now: set <code>tollbooth.console.listen=7070</code> in the application,
      and open the address that its log names.<//>`;
  }
  const { now, history, error } = state;
  if (!now) return html`<${Empty} title=${error ? 'The application does not answer' : 'One moment'}>${error || 'Asking the application.'}<//>`;
  const last = history[history.length - 1];
  const act = async () => {
    const { run } = asked;
    setAsked(null);
    setState(state => ({ ...state, said: '' }));
    const said = await run().catch(e => e.message);
    setState(state => ({ ...state, said }));
  };
  const columns = [
    { key: 'elapsed', name: 'Elapsed', value: each => each.elapsedNanos, cell: each => latency(each.elapsedNanos) },
    { key: 'user', name: 'User', class: 'user', first: 'asc', value: each => each.user, cell: each => printable(each.user || 'nobody named') },
    { name: 'Statement', class: 'name rest', cell: each => html`<a href=${link('statement', { id: each.digest })}>${printable(each.summary)}</a><span class="under">${printable(laidOut(each.text)).slice(0, 240)}</span>` },
    { key: 'ru', name: 'RU so far', value: each => each.ru, cell: each => each.ru === undefined ? '–' : digits(each.ru) },
    { key: 'bytes', name: 'Client', value: each => each.clientBytes, cell: each => each.clientBytes === undefined ? '–' : bytes(each.clientBytes) },
    { name: html`<span class="sr">Actions</span>`, cell: each => html`<span class="row-actions"><${Copy} text=${each.text} what="text"/>${now.allow.includes('cancel') && html`<button class="quiet danger"
      onClick=${() => setAsked({ title: 'Cancel this statement?', text: (each.user || 'nobody named') + ': ' + each.summary, verb: 'Cancel statement', run: () => live.cancel(each.id) })}>Cancel</button>`}</span>` },
  ];
  return html`<${Panel}><${Figures} figures=${[
      ['Running', count(now.running.length), 'at this moment'],
      ['Executions', last ? short(last.calls) : '–', html`a second<${Sparkline} values=${history.map(each => each.calls)} label="executions a second, last five minutes"/>`],
      ['Longest', now.running.length ? latency(Math.max(...now.running.map(each => each.elapsedNanos))) : '–', 'running now'],
      ['Executed', short(now.executions), 'since the start'], ['Statements', count(now.rows), 'different ones'],
      ['Lost', count(now.lost), 'executions without a row', now.lost ? 'bad' : '']]}/><//>
    ${(error || state.said) && html`<p class=${'note' + (error ? ' bad' : '')} role="status">${error || state.said}</p>`}
    <${Panel} title="Running" hint="looked at every two seconds" actions=${now.allow.includes('reset') && html`<button class="quiet danger"
        onClick=${() => setAsked({ title: 'Reset all statistics?', text: 'The table of statements and its histograms begin anew. Reports that left stay as they are.', verb: 'Reset', run: () => live.reset() })}>Reset statistics</button>`}>
      <${Table} label="Running statements" columns=${columns} rows=${now.running} sort=${params.sort || '-elapsed'} onSort=${sort => replace('now', { ...params, sort })} empty="Nothing runs at this moment."/>
      ${live.changes && !now.allow.includes('cancel') && html`<p class="note">Cancelling is off: <code>tollbooth.console.allow=cancel</code> allows it.</p>`}<//>
    ${asked && html`<dialog ref=${dialog} onClose=${() => setAsked(null)} aria-labelledby="asked"><h2 id="asked">${asked.title}</h2><p>${printable(asked.text)}</p>
      <p class="buttons"><button onClick=${() => setAsked(null)}>Keep</button><button class="danger solid" onClick=${act}>${asked.verb}</button></p></dialog>`}`;
}
