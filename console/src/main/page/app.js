// The frame of the page: its header, views, time range and keys.
import { html, render, useEffect, useMemo, useState } from './lib.js';
import { span, times, printable } from './format.js';
import { bucketRange, different, load, secondsOf } from './model.js';
import { begin, lastOf, link, rangeOf, set, to, useRoute } from './state.js';
import { Choice, Choose, Empty, SPANS } from './parts.js';
import { Statement } from './statement.js';
import { connect, Login } from './live.js';

const KEYS = [['1 to 6', 'the views'], ['/', 'filter statements'], ['Esc', 'all of the time'], ['[ and ]', 'earlier, later'], ['t', 'light or dark'], ['?', 'these keys']];

function json(id) {
  const text = document.getElementById(id)?.textContent.trim();
  return text ? JSON.parse(text) : null;
}

function useTheme() {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const [chosen, setChosen] = useState('');
  const [dark, setDark] = useState(system.matches);
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // these listeners stay as long as the page; printing uses a light theme, and charts are drawn again at the width of the paper
    system.addEventListener('change', () => setDark(system.matches));
    addEventListener('beforeprint', () => setPrinting(true));
    addEventListener('afterprint', () => setPrinting(false));
  }, []);
  const theme = printing ? 'print' : chosen || (dark ? 'dark' : 'light');
  document.documentElement.dataset.theme = theme;
  return [theme, () => setChosen(theme === 'dark' ? 'light' : 'dark')];
}

function Logo() {
  return html`<svg class="logo" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M4 21V9l4-4 4 4v12z"/><path class="arm" d="M12 13 22 7"/><circle cx="8" cy="12" r="1.6"/></svg>`;
}

const EVERY = [['', 'Refresh: auto'], ['5', 'every 5 s'], ['15', 'every 15 s'], ['60', 'every minute'], ['off', 'off']];

// Returns whether a view has data to show in a file; the view of running statements never has.
function applies(name, model) {
  return name === 'spenders' ? model.spenders.length > 0 || model.slices.origin.length > 0 : name === 'compare' ? model.buckets > 1 : name !== 'now';
}

// Shows that the page waits for an answer, and the seconds so far.
function Waiting({ lost }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(n => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const what = lost ? 'It may have ended. This page asks again every five seconds.'
    : 'fleet' in document.getElementById('app').dataset ? 'Reading the tables of all JVMs. The first look takes about a minute for every 50,000 rows.'
      : 'Adding up everything since the start. This takes a second or two.';
  return html`<${Empty} title=${lost ? 'The application does not answer' : 'Waiting for the first figures'}>${what} ${seconds > 1 && span(seconds) + ' so far.'}<//>`;
}

function App({ views: all }) {
  const route = useRoute();
  const [theme, turn] = useTheme();
  const [model, setModel] = useState(() => { const data = json('data'); return data && load(data); });
  const options = useMemo(() => json('options') || { problems: [] }, []);
  const [live, setLive] = useState(null);
  const [fleet, setFleet] = useState(null);
  const [status, setStatus] = useState(model ? 'file' : 'asking');
  const [help, setHelp] = useState(false);
  useEffect(() => model ? undefined : connect(setStatus, setLive, data => setModel(load(data)), setFleet), []);
  const { view, params } = route;
  const views = status === 'file' ? all.filter(([name]) => applies(name, model)) : all;
  const chosen = rangeOf(params);
  const range = chosen || lastOf(params, model);
  const select = ([from, until]) => { location.hash = link(view, { ...params, from, until }); };
  const wholeTime = () => set({ from: '', until: '', last: '' });
  const shift = direction => {
    const [from, until] = range || [model.first, model.last];
    const step = Math.max(1, Math.round((until - from) / 2)) * direction;
    if (range) select([from + step, until + step]);
  };
  useEffect(() => {
    const pressed = event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if (event.key === 'Escape') {
        if (typing) event.target.blur();
        else if (help) setHelp(false);
        else if (range) wholeTime();
      }
      if (typing) return;
      const number = all[Number(event.key) - 1];
      if (views.includes(number)) location.hash = to(number[0]);
      else if (event.key === '/') {
        event.preventDefault();
        if (view !== 'statements') location.hash = to('statements');
        setTimeout(() => document.getElementById('filter')?.focus(), 50);
      } else if (event.key === 't') turn();
      else if (event.key === '?') setHelp(!help);
      else if (event.key === '[') shift(-1);
      else if (event.key === ']') shift(1);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
  useEffect(() => { scrollTo(0, 0); }, [view, params.id]);
  const named = all.find(each => each[0] === view) || all[view === 'statement' ? 1 : 0];
  document.title = named[1] + ' · Tollbooth';
  const View = view === 'statement' ? Statement : named[2];
  const buckets = model && bucketRange(model, range);
  const present = view === 'now' && live;
  const shown = model && secondsOf(model, buckets);
  return html`<a class="skip" href="#main" onClick=${event => { event.preventDefault(); document.getElementById('main').focus(); }}>To the figures</a>
    <header class="bar"><a class="brand" href=${to('overview')}><${Logo}/>Tollbooth</a>
      <nav aria-label="Views">${views.map(each => html`<a href=${to(each[0])} aria-current=${each === named ? 'page' : undefined}>${each[1]}</a>`)}</nav>
      <span class="tools">${status === 'live' && html`<span class="live"><i></i>live</span>`}<button class="quiet" onClick=${turn} aria-label=${theme === 'dark' ? 'Light colours' : 'Dark colours'}>${theme === 'dark' ? '☀' : '☾'}</button>
        <button class="quiet" onClick=${() => setHelp(!help)} aria-label="Keys" aria-expanded=${help}>?</button></span></header>
    ${help && html`<aside class="keys" aria-label="Keys"><dl>${KEYS.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl></aside>`}
    <main id="main" tabindex="-1">${view !== 'statement' && status !== 'login' && html`<h1 class="sr">${named[1]}</h1>`}${status === 'login' ? html`<${Login} onDone=${() => location.reload()}/>`
      : !model ? (present ? html`<${View} live=${live}/>` : html`<${Waiting} lost=${status === 'lost'}/>`)
      : html`<p class="span" data-view=${view === 'statement' ? '' : named[1]}><b>${different(model.runs.map(run => printable(run.instance))).slice(0, 4).join(', ')}</b>${!present && html`<span>${model.buckets ? times(...shown) : 'no reports'}</span>`}
          ${model.buckets > 0 && !present && html`<span class="hint">${span(shown[1] - shown[0])} in steps of ${span(model.bucketSeconds)}</span>`}
          ${fleet && params.service !== undefined && html`<span>${printable([params.version, params.instance].filter(Boolean).join(', '))}</span>
            <button class="quiet" onClick=${() => { location.hash = link(view === 'statement' ? 'statements' : view, { from: params.from, until: params.until }); }}>Show all services</button>`}
          ${chosen && !present && html`<button class="quiet" onClick=${wholeTime}>Show all of the time</button>`}
          ${!present && model.buckets > 0 && html`<span class="when"><${Choice} label="Time" value=${chosen ? null : params.last || ''} all=${[...SPANS, ['', 'All']]} onChange=${last => set({ last, from: '', until: '' })}/>
            ${status !== 'file' && html`<${Choose} label="Refresh" value=${params.every} all=${EVERY} onChange=${every => set({ every })}/>`}</span>`}
          ${status === 'lost' && html`<span class="bad">not answering; the figures are of before</span>`}
          ${model.notes.length > 0 && view !== 'health' && !present && html`<a class="hint" href=${to('health')}>rolled up</a>`}</p>
        <${View} key=${view + params.id} model=${model} buckets=${buckets} params=${params} theme=${theme} options=${options} live=${live} fleet=${fleet} onSelect=${select}/>`}</main>
    <footer>Tollbooth accounts for every SQL statement from the client's side. Times are of your clock.</footer>`;
}

export function start(views) {
  begin(views.map(([name]) => name));
  performance.mark('begin');
  render(html`<${App} views=${views}/>`, document.getElementById('app'));
  requestAnimationFrame(() => setTimeout(() => performance.measure('first figures', 'begin')));
}
