// The page's connection to an application or a fleet server; a page in a file does not use it.
import { html, useState } from './lib.js';
import { chosenQuery, parse, takeToken } from './state.js';

const ASK_SECONDS = 5;
// The address of the API. It is below the page, which has a name of its own under some servers, such as Spring's actuator.
const API = location.pathname.replace(/^.*\//, '').replace(/.+/, '$&/') + 'api/v1/';

async function ask(path, options = {}) {
  const answer = await fetch(API + path + (path.includes('?') ? '&' : '?') + location.search.slice(1), { credentials: 'same-origin', cache: 'no-store', ...options });
  if (answer.status === 304 || answer.status === 204) return null;
  if (answer.status === 401) throw Object.assign(new Error('log in'), { login: true });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error || 'refused: status=' + answer.status);
  return body;
}

export async function login(password) {
  return ask('login', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: password });
}

export function connect(setStatus, setLive, setModel, setFleet) {
  let tag = '';
  let asked = '';
  let timer = 0;
  let gone = false;
  let pause = ASK_SECONDS;
  let live = false;
  let refresh;
  const poll = async () => {
    const now = asked = chosenQuery(live);
    const { every } = parse().params;
    refresh = every;
    try {
      const model = await ask('report?known=' + encodeURIComponent(tag) + now);
      if (gone || now !== asked) return;
      if (model) { tag = model.tag; setModel(model); }
      // an application has new figures after each step of time
      if (model && live) pause = Math.min(15, Math.max(2, model.bucketSeconds));
      setStatus('live');
    } catch (e) {
      if (e.login) { setStatus('login'); return; }
      setStatus('lost');
    }
    if (!gone && now === asked && every !== 'off') timer = setTimeout(poll, 1000 * (Number(every) || pause) * (document.hidden ? 4 : 1));
  };
  const turned = () => {
    if (chosenQuery(live) === asked && parse().params.every === refresh) return;
    clearTimeout(timer);
    poll();
  };
  const loginByLink = async () => {
    const token = takeToken();
    if (!token) return false;
    try { await login(decodeURIComponent(token)); } catch { return false; /* the form asks for it */ }
    return true;
  };
  // a link with a token, pasted into the open page, changes only the fragment, so the browser does not load the page again
  const pasted = async () => { if (await loginByLink()) location.reload(); };
  const begin = async () => {
    await loginByLink();
    addEventListener('hashchange', pasted);
    try {
      const session = await ask('session');
      const post = (path, body) => ask(path, { method: 'POST', headers: { 'Content-Type': 'text/plain', 'X-Tollbooth-Token': session.token }, body });
      if (session.fleet) {
        setFleet(() => ask);
      }
      addEventListener('hashchange', turned);
      if (session.live) {
        live = true;
        setLive({
          reportSeconds: session.reportSeconds,
          digests: sql => session.token ? post('digest', sql).then(reply => reply.digests) : Promise.resolve([]),
          changes: session.token !== '',
          now: () => ask('now'), health: () => ask('health'),
          details: row => ask('statement?digest=' + row.digest + (row.schema === undefined ? '' : '&schema=' + encodeURIComponent(row.schema))),
          cancel: id => post('cancel', id).then(said => said.said), reset: () => post('reset', '').then(said => said.said),
        });
      }
    } catch (e) {
      if (e.login) { setStatus('login'); return; }
    }
    poll();
  };
  begin();
  return () => { gone = true; clearTimeout(timer); removeEventListener('hashchange', turned); removeEventListener('hashchange', pasted); };
}

export function Login({ onDone }) {
  const [said, setSaid] = useState('');
  const submit = async event => {
    event.preventDefault();
    try {
      await login(event.target.elements.password.value);
      onDone();
    } catch (e) {
      setSaid(e.login ? 'That is not the password.' : e.message);
    }
  };
  return html`<form class="login" onSubmit=${submit}><h1>Log in</h1><p>The application's log names the token, unless <code>tollbooth.console.password</code> is set.</p>
    <label>Password or token<input name="password" type="password" autocomplete="current-password" autofocus/></label><button class="solid">Log in</button>
    <p class="bad" role="status">${said}</p></form>`;
}
