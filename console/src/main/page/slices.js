// The load of a span, cut by statement, user, origin, schema or instance.
import { html } from './lib.js';
import { printable } from './format.js';
import { different, grouped, rates, spentRates, sumOf, sumSeries } from './model.js';
import { PALETTE } from './charts.js';
import { nameOf, NOBODY, StatementLink } from './parts.js';
import { to } from './state.js';

const TOP = 5;

// Returns the possible cuts of the load, each with its label. Cuts that would show a single part are left out.
export function cutsOf(model) {
  const many = names => different(names.filter(Boolean)).length > 1;
  return [['statement', true], ['user', model.spenders.some(each => each.user)], ['origin', model.slices.origin.length > 0],
    ['schema', many(model.statements.map(row => row.schema))], ['instance', model.slices.instance.length > 1]].filter(([, is]) => is).map(([by]) => [by, 'By ' + by]);
}

// Returns the parts of a cut, each with its series.
function groupsOf(model, by) {
  const groups = by === 'user' ? grouped(model.spenders.filter(each => each.scope !== 'globalOthers'), each => each.user)
    : by === 'schema' ? grouped(model.statements.filter(row => row.series), row => row.schema || '') : model.slices[by].map(each => ({ key: each.name, parts: [each] }));
  return groups.map(({ key, parts }) => [key, parts.map(each => each.series || each)]);
}

function linkOf(by, name) {
  return by === 'instance' || !name ? html`<span>${printable(name) || NOBODY}</span>` : html`<a href=${to('statements', { [by]: name })}>${printable(name)}</a>`;
}

// Returns the parts with the most time and one part for the rest, each as {name, link, color, values, nanos, calls}.
export function sliced(model, figures, buckets, by) {
  const schemas = new Map();
  for (const { row } of figures.rows) schemas.set(row.name, (schemas.get(row.name) || new Set()).add(row.schema));
  const all = by === 'statement' ? figures.rows.filter(({ row }) => row.series).map(({ row, nanos, calls }) => ({ nanos, calls, series: [row.series],
    name: row.name + (row.schema && schemas.get(row.name).size > 1 ? ' in ' + row.schema : ''), link: name => html`<${StatementLink} row=${row} name=${name} title=${printable(row.text).slice(0, 600)}/>` }))
    : groupsOf(model, by).map(([name, series]) => {
      const sums = series.map(each => sumSeries(each, buckets));
      return { name, series, nanos: sumOf(sums, 'nanos'), calls: sumOf(sums, 'calls'), link: () => linkOf(by, name) };
    });
  const top = all.filter(each => each.nanos > 0).sort((a, b) => b.nanos - a.nanos).slice(0, TOP).map((each, i) => {
    const parts = each.series.map(series => (by === 'user' ? spentRates : rates)(model, series, 'nanos', buckets, 1e9));
    return { ...each, name: nameOf(each.name), link: each.link(each.name), color: PALETTE[i], values: parts[0].map((_, at) => parts.reduce((sum, values) => sum + values[at], 0)) };
  });
  const whole = rates(model, model.global, 'nanos', buckets, 1e9);
  const rest = { name: 'others', color: 'c0', nanos: Math.max(0, figures.total.nanos - sumOf(top, 'nanos')), calls: Math.max(0, figures.total.calls - sumOf(top, 'calls')),
    values: whole.map((value, i) => Math.max(0, value - top.reduce((sum, each) => sum + each.values[i], 0))) };
  return rest.calls > 0 || top.length === 0 ? [...top, { ...rest, link: html`<a href=${to('statements')}>all others</a>` }] : top;
}
