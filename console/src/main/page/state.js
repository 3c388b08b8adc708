// The shown view and its parameters, which are in the page's address, so that a link shows the same view.
import { useState, useEffect } from './lib.js';

// The names of the views; other names in the address are ignored.
let views = [];
// The token from the address, until the page has logged in with it.
let token = '';

export function parse() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  const { token: _, ...params } = Object.fromEntries(new URLSearchParams(query));
  return { view: views.includes(path) ? path : views[0], params };
}

// Removes a token and the name of an unknown view from the address before other code reads it, also from a link that is pasted into the open page.
function clean() {
  const given = /[#/?&]token=([^?&]*)/.exec(location.hash);
  if (given) token = given[1];
  const path = location.hash.replace(/^#\/?|\?.*$/g, '');
  const { view, params } = parse();
  if (given || (path && path !== view)) history.replaceState(null, '', link(view, params));
}

export function begin(names) {
  views = [...names, 'statement'];
  clean();
}

export function takeToken() {
  const taken = token;
  token = '';
  return taken;
}

export function link(view, params) {
  const query = String(new URLSearchParams(Object.entries(params).filter(([, value]) => (value ?? '') !== '')));
  return '#/' + view + (query && '?' + query);
}

export function replace(view, params) {
  history.replaceState(null, '', link(view, params));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

// Changes some parameters of the present view.
export function set(change) {
  const { view, params } = parse();
  replace(view, { ...params, ...change });
}

export function useRoute() {
  const [route, setRoute] = useState(parse);
  useEffect(() => {
    const changed = () => { clean(); setRoute(parse()); };
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return route;
}

export function rangeOf(params, from = 'from', until = 'until') {
  const range = [Number(params[from]), Number(params[until])];
  return range[0] && range[0] < range[1] ? range : null;
}

// Returns the range of the last seconds that the address asks for; null if the address asks for none.
export function lastOf({ last }, model) {
  return model && Number(last) > 0 ? [Math.max(model.first, model.last - Number(last)), model.last] : null;
}

// The parameters that choose a part of a fleet.
const CHOICE = ['service', 'version', 'instance'];

function kept(names) {
  const { params } = parse();
  return Object.fromEntries(names.filter(name => params[name] !== undefined).map(name => [name, params[name]]));
}

// Returns a link to a view that keeps the time range and the part of a fleet.
export function to(view, more) {
  return link(view, { ...kept(['from', 'until', 'last', 'every', ...CHOICE]), ...more });
}

// Returns the query for an application or a fleet server. Only an application gets `last`, because it has finer steps for the last minutes.
export function chosenQuery(live) {
  const query = String(new URLSearchParams(kept(live ? [...CHOICE, 'last'] : CHOICE)));
  return query && '&' + query;
}
