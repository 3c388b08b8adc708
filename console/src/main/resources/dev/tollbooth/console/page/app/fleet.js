// Many JVMs: who is there, and two versions of a service side by side.
import { html, useEffect, useState } from './lib.js';
import { count, digits, latency, printable, short, times, quantileText } from './format.js';
import { Empty, Panel, Table } from './parts.js';
import { chosenQuery, common, link, replace } from './state.js';

function useAnswer(fleet, question) {
  const [answer, setAnswer] = useState({ rows: null });
  useEffect(() => {
    let gone = false;
    if (question) fleet(question).then(told => gone || setAnswer({ ...told, question }), e => gone || setAnswer({ rows: [], said: e.message }));
    return () => { gone = true; };
  }, [question]);
  return answer;
}

function Versions({ fleet, params, versions }) {
  const set = change => replace('fleet', { ...params, ...change });
  const before = params.before || versions[0], after = params.after || versions[versions.length - 1];
  const question = 'changes?' + new URLSearchParams({ service: params.service, before, after });
  const answer = useAnswer(fleet, question);
  const choose = (name, value, label) => html`<label>${label} <select value=${value} onChange=${event => set({ [name]: event.target.value })}>
    ${versions.map(each => html`<option value=${each}>${printable(each) || 'no version'}</option>`)}</select></label>`;
  const columns = [
    { key: 'kind', name: 'Became', class: 'name', first: 'asc', value: each => each.kind, cell: each => html`<b>${each.kind}</b> <a href=${link('statement', { ...common(params), id: each.digest })}>${printable(each.name)}</a>` },
    { key: 'before', name: 'P99 before', value: each => each.beforeP99, cell: each => quantileText(each.beforeP99) },
    { key: 'after', name: 'P99 after', value: each => each.afterP99, cell: each => html`${quantileText(each.afterP99)}${each.beforeP99 && each.afterP99 ? html`<small>${'× ' + digits(each.afterP99 / each.beforeP99)}</small>` : ''}` },
    { key: 'calls', name: 'Executions', value: each => each.afterCalls, cell: each => html`${short(each.beforeCalls)} → ${short(each.afterCalls)}` },
  ];
  return html`<${Panel} wide title="Two versions" hint=${answer.question === question && answer.statements ? count(answer.statements) + ' statements compared' : ''}>
    <form class="filters" onSubmit=${event => event.preventDefault()}>${choose('before', before, 'Before')}${choose('after', after, 'After')}</form>
    ${answer.question !== question && !answer.said ? html`<p class="none">One moment.</p>` : html`<${Table} label="Changes between two versions" columns=${columns} rows=${(answer.rows || []).map(each => ({ ...each, id: each.digest }))}
      sort=${params.vsort || '-after'} onSort=${vsort => set({ vsort })} empty=${answer.said || 'No P99 moved by 15 % by more than chance, and no statement is new or gone.'}/>`}<//>`;
}

export function Fleet({ params, fleet }) {
  const services = useAnswer(fleet, 'services');
  const instances = useAnswer(fleet, params.service === undefined ? '' : 'instances?' + chosenQuery().slice(1));
  const rows = (services.rows || []).map(each => ({ ...each, id: [each.service, each.version, each.environment].join('/') }));
  const versions = [...new Set(rows.filter(each => each.service === params.service).map(each => each.version))];
  const to = change => link('fleet', { ...common(params), version: undefined, instance: undefined, ...change });
  const set = change => replace('fleet', { ...params, ...change });
  const figures = [
    { key: 'calls', name: 'Executions', value: each => each.calls, cell: each => short(each.calls) },
    { key: 'time', name: 'Time', value: each => each.nanos, cell: each => latency(each.nanos) },
    { key: 'mean', name: 'Mean', value: each => each.calls ? each.nanos / each.calls : null, cell: each => latency(each.calls ? each.nanos / each.calls : null) },
    { key: 'p99', name: 'P99', value: each => each.p99, cell: each => quantileText(each.p99) },
    { key: 'errors', name: 'Errors', value: each => each.errors, cell: each => each.errors ? html`<span class="bad">${short(each.errors)}</span>` : '–' },
  ];
  if (services.said) return html`<${Empty} title="No answer">${services.said}<//>`;
  return html`<${Panel} wide title="Services" hint="all views show the one that you choose">
      <${Table} label="Services" rows=${rows} sort=${params.sort || '-time'} onSort=${sort => set({ sort })} columns=${[
        { key: 'service', name: 'Service', class: 'name', first: 'asc', value: each => each.service, cell: each => html`<a href=${to({ service: each.service })}>${printable(each.service) || '–'}</a>` },
        { key: 'version', name: 'Version', first: 'asc', value: each => each.version, cell: each => html`<a href=${to({ service: each.service, version: each.version })}>${printable(each.version) || '–'}</a>` },
        { key: 'environment', name: 'Environment', first: 'asc', value: each => each.environment, cell: each => printable(each.environment) || '–' },
        { key: 'instances', name: 'Instances', value: each => each.instances, cell: each => count(each.instances) }, ...figures,
        { key: 'seen', name: 'Seen', value: each => each.first, cell: each => times(each.first, each.last) }]}/><//>
    ${versions.length > 1 && html`<${Versions} fleet=${fleet} params=${params} versions=${versions}/>`}
    ${params.service !== undefined && instances.rows && html`<${Panel} wide title="Instances" hint=${instances.count > instances.rows.length ? 'the ' + instances.rows.length + ' that took most time, of ' + count(instances.count) : ''}>
      <${Table} label="Instances" rows=${instances.rows.map(each => ({ ...each, id: each.service + '/' + each.instance }))} sort=${params.isort || '-time'} onSort=${isort => set({ isort })} columns=${[
        { key: 'instance', name: 'Instance', class: 'name', first: 'asc', value: each => each.instance, cell: each => html`<a href=${to({ service: each.service, version: params.version, instance: each.instance })}>${printable(each.instance)}</a>` }, ...figures]}/><//>`}`;
}
