// The address holds the shown view, so that a link shows the same.
import { useState, useEffect } from './lib.js';

// The views there are: no other word of the address stands in a link.
let views = [];
// A token of the address, until somebody logs in with it.
let token = '';

export function parse() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  const { token: _, ...params } = Object.fromEntries(new URLSearchParams(query));
  return { view: views.includes(path) ? path : views[0], params };
}

// Takes a token out of the address, and what names no view, before anything reads it: also of a link that is pasted into the open page.
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

// The same view with some of its parameters changed.
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

// The last seconds of a model, where the address asks for them.
export function lastOf({ last }, model) {
  return model && Number(last) > 0 ? [Math.max(model.first, model.last - Number(last)), model.last] : null;
}

// Which part of a fleet is shown.
const CHOICE = ['service', 'version', 'instance'];

function kept(names) {
  const { params } = parse();
  return Object.fromEntries(names.filter(name => params[name] !== undefined).map(name => [name, params[name]]));
}

// A link to a view with what every view keeps: the time, and the part of a fleet.
export function to(view, more) {
  return link(view, { ...kept(['from', 'until', 'last', 'every', ...CHOICE]), ...more });
}

// The query for an application or a fleet; only an application has finer steps of the last minutes.
export function chosenQuery(live) {
  const query = String(new URLSearchParams(kept(live ? [...CHOICE, 'last'] : CHOICE)));
  return query && '&' + query;
}
