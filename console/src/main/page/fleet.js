// The views of many JVMs: their services and instances, and a comparison of two versions of a service.
import { html, useEffect, useState } from './lib.js';
import { count, digits, printable, short, times, quantileText } from './format.js';
import { different, named } from './model.js';
import { Choose, col, Empty, ERRORS, fig, MEAN, Table, TIME, words } from './parts.js';
import { chosenQuery, set, to } from './state.js';

// Returns the answer of the fleet server to a question; its rows are null at first.
function useRows(fleet, question) {
  const [answer, setAnswer] = useState({ rows: null });
  useEffect(() => {
    let gone = false;
    if (question) fleet(question).then(answered => gone || setAnswer({ ...answered, rows: answered.rows.map(named), question }), e => gone || setAnswer({ rows: [], said: e.message }));
    return () => { gone = true; };
  }, [question]);
  return answer;
}

function Versions({ fleet, params, versions }) {
  const before = params.before || versions[0], after = params.after || versions[versions.length - 1];
  const question = 'changes?' + new URLSearchParams({ service: params.service, before, after });
  const answer = useRows(fleet, question);
  const answered = answer.question === question;
  const choose = (name, value, label) => html`<span>${label} <${Choose} label=${label} value=${value} all=${versions} onChange=${version => set({ [name]: version })}/></span>`;
  const columns = [
    words('kind', 'Became', 'name', each => each.change, each => html`<b>${each.change}</b> <a href=${to('statement', { id: each.digest })}>${printable(each.summary)}</a>`),
    col('before', 'P99 before', quantileText, '', 'beforeP99'),
    col('after', 'P99 after', (after, { beforeP99 }) => html`${quantileText(after)}${beforeP99 && after && html`<small>${'× ' + digits(after / beforeP99)}</small>`}`, '', 'afterP99'),
    col('calls', 'Executions', (calls, { before }) => html`${short(before?.count || 0)} → ${short(calls)}`, '', 'afterCalls'),
  ];
  return html`<${Table} title="Two versions" label="Changes between two versions" hint=${answered && answer.statements ? count(answer.statements) + ' statements compared' : ''} columns=${columns}
    actions=${html`<span class="filters">${choose('before', before, 'Before')}${choose('after', after, 'After')}</span>`}
    rows=${(answer.rows || []).map(each => ({ ...each, id: each.digest, beforeP99: each.before?.p99Nanos, afterP99: each.after?.p99Nanos, afterCalls: each.after?.count || 0 }))} by=${['vsort', '-after']}
    empty=${!answered && !answer.said ? 'One moment.' : answer.said || 'No P99 moved by 15 % by more than chance, and no statement is new or gone.'}/>`;
}

export function Fleet({ params, fleet }) {
  const chosen = params.service !== undefined;
  const services = useRows(fleet, 'services');
  const instances = useRows(fleet, chosen && 'instances?' + chosenQuery().slice(1));
  const rows = (services.rows || []).map(each => ({ ...each, id: [each.service, each.version, each.environment].join('/') }));
  const versions = different(rows.filter(each => each.service === params.service).map(each => each.version));
  const choice = (key, name, more, kind) => words(key, name, kind, each => each[key], each =>
    html`<a href=${to('fleet', { service: each.service, version: undefined, instance: undefined, ...more(each) })}>${printable(each[key]) || '–'}</a>`);
  const figures = [col('calls', 'Executions', short), TIME, MEAN, fig('p99', 'p99Nanos', quantileText), ERRORS];
  if (services.said) return html`<${Empty} title="No answer">${services.said}<//>`;
  return html`<${Table} title="Services" hint="all views show the one that you choose" rows=${rows} by=${['sort', '-time']} columns=${[
      choice('service', 'Service', () => ({}), 'name'), choice('version', 'Version', ({ version }) => ({ version })),
      words('environment', 'Environment', '', each => each.environment, each => printable(each.environment) || '–'),
      col('instances', 'Instances', count), ...figures,
      { key: 'seen', name: 'Seen', value: each => each.first, cell: each => times(each.first, each.last) }]}/>
    ${versions.length > 1 && html`<${Versions} fleet=${fleet} params=${params} versions=${versions}/>`}
    ${chosen && instances.rows && html`<${Table} title="Instances" hint=${instances.count > instances.rows.length ? `the ${instances.rows.length} that took most time, of ${count(instances.count)}` : ''}
      rows=${instances.rows.map(each => ({ ...each, id: each.service + '/' + each.instance }))} by=${['isort', '-time']}
      columns=${[choice('instance', 'Instance', ({ instance }) => ({ version: params.version, instance }), 'name'), ...figures]}/>`}`;
}
