// The view of running statements, which only a live page has.
import { html, useEffect, useRef, useState } from './lib.js';
import { bytes, count, digits, latency, printable, short } from './format.js';
import { Sparkline } from './charts.js';
import { col, Copy, Empty, Figures, nameOf, Panel, Table, Under, words } from './parts.js';
import { link } from './state.js';

const KEPT = 150;
const LOOK_MILLIS = 2000;

export function Now({ live }) {
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
          const rates = seconds > 0 ? [Math.max(0, now.executions - last.executions) / seconds] : [];
          return { ...state, now, error: '', history: [...state.history, ...rates].slice(-KEPT) };
        });
      } catch (e) {
        if (!gone) setState(state => ({ ...state, error: e.message }));
      }
      if (!gone) timer = setTimeout(poll, document.hidden ? LOOK_MILLIS * 5 : LOOK_MILLIS);
    };
    poll();
    return () => { gone = true; clearTimeout(timer); };
  }, [live]);
  useEffect(() => { if (asked) dialog.current.showModal(); }, [asked]);
  if (!live) {
    return html`<${Empty} title="Live activity is not available in a saved report">The live console shows what runs now: set <code>tollbooth.console.listen=7070</code> in the application,
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
  const known = show => value => value === null ? '–' : show(value);
  const may = what => now.allow.includes(what);
  const danger = (name, title, text, verb, run) => html`<button class="quiet danger" onClick=${() => setAsked({ title, text, verb, run })}>${name}</button>`;
  const columns = [
    col('elapsed', 'Elapsed', latency, '', 'elapsedNanos'),
    words('user', 'User', 'user', each => each.user, each => nameOf(each.user)),
    { name: 'Statement', class: 'name rest', cell: each => html`<a href=${link('statement', { id: each.digest })}>${printable(each.summary)}</a><${Under} text=${each.text}/>` },
    col('ru', 'RU so far', known(digits)), col('bytes', 'Client', known(bytes), '', 'allocatedBytes'),
    { name: html`<span class="sr">Actions</span>`, cell: each => html`<span class="row-actions"><${Copy} text=${each.text} what="text"/>${may('cancel')
      && danger('Cancel', 'Cancel this statement?', nameOf(each.user) + ': ' + each.summary, 'Cancel statement', () => live.cancel(each.id))}</span>` },
  ];
  const { running, executions, rows, lost } = now;
  return html`<${Panel}><${Figures} figures=${[
      ['Running', count(running.length), 'at this moment'],
      ['Executions', last ? short(last) : '–', html`per second<${Sparkline} values=${history} label="executions per second, last five minutes"/>`],
      ['Longest', running.length ? latency(Math.max(...running.map(each => each.elapsedNanos))) : '–', 'running now'],
      ['Executed', short(executions), 'since the start'], ['Statements', count(rows), 'different ones'],
      ['Lost', count(lost), 'executions without a row', lost ? 'bad' : '']]}/><//>
    ${(error || state.said) && html`<p class=${'note' + (error ? ' bad' : '')} role="status">${error || state.said}</p>`}
    <${Table} title="Running" label="Running statements" hint="refreshed every two seconds" columns=${columns} rows=${running} by=${['sort', '-elapsed']} empty="No statement is running."
      actions=${may('reset')
        && danger('Reset statistics', 'Reset all statistics?', 'The table of statements and its histograms begin anew. Reports that left stay as they are.', 'Reset', live.reset)}>
      ${live.changes && !may('cancel') && html`<p class="note">Cancelling is off: <code>tollbooth.console.allow=cancel</code> allows it.</p>`}<//>
    ${asked && html`<dialog ref=${dialog} onClose=${() => setAsked(null)} aria-labelledby="asked"><h2 id="asked">${asked.title}</h2><p>${printable(asked.text)}</p>
      <p class="buttons"><button onClick=${() => setAsked(null)}>Keep</button><button class="danger solid" onClick=${act}>${asked.verb}</button></p></dialog>`}`;
}
