// The page of many JVMs: they have services, and no present.
import { start } from './app.js';
import { Overview } from './overview.js';
import { Statements } from './statements.js';
import { Spenders } from './spenders.js';
import { Compare } from './compare.js';
import { Health } from './health.js';
import { Fleet } from './fleet.js';

start([['overview', 'Overview', Overview], ['statements', 'Statements', Statements], ['spenders', 'Who spends', Spenders],
  ['compare', 'Compare', Compare], ['health', 'Health', Health], ['fleet', 'Services', Fleet]]);
