// What is shown stands in the address, so that a link shows the same.
import { useState, useEffect } from './lib.js';

function parse() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  return { view: path || 'overview', params: Object.fromEntries(new URLSearchParams(query || '')) };
}

export function link(view, params) {
  const kept = Object.entries(params).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  const query = new URLSearchParams(kept.map(([key, value]) => [key, String(value)])).toString();
  return '#/' + view + (query ? '?' + query : '');
}

export function go(view, params) {
  location.hash = link(view, params);
}

export function replace(view, params) {
  history.replaceState(null, '', link(view, params));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

export function useRoute() {
  const [route, setRoute] = useState(parse);
  useEffect(() => {
    const changed = () => setRoute(parse());
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return route;
}

export function rangeOf(params, from = 'from', until = 'until') {
  const begin = Number(params[from]);
  const end = Number(params[until]);
  return params[from] && params[until] && begin < end ? [begin, end] : null;
}

// Which part of a fleet is shown.
const CHOICE = ['service', 'version', 'instance'];

// Of all parameters those that every view keeps.
export function common(params) {
  return { from: params.from, until: params.until, ...Object.fromEntries(CHOICE.map(name => [name, params[name]])) };
}

export function chosenQuery() {
  const { params } = parse();
  const chosen = CHOICE.filter(name => params[name] !== undefined).map(name => [name, params[name]]);
  return chosen.length ? '&' + new URLSearchParams(chosen) : '';
}
