// Starts the page of a file, an application or a fleet. A fleet has the view of services in place of running
// statements.
import { start } from './app.js';
import { Overview } from './overview.js';
import { Statements } from './statements.js';
import { Spenders } from './spenders.js';
import { Now } from './now.js';
import { Compare } from './compare.js';
import { Health } from './health.js';
import { Fleet } from './fleet.js';

const fleet = 'fleet' in document.getElementById('app').dataset;
start([['overview', 'Overview', Overview], ['statements', 'Statements', Statements], ['spenders', 'Who spends', Spenders],
  !fleet && ['now', 'Now', Now], ['compare', 'Compare', Compare], ['health', 'Health', Health], fleet && ['fleet', 'Services', Fleet]].filter(Boolean));
