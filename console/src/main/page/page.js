// The page of a file, and of an application.
import { start } from './app.js';
import { Overview } from './overview.js';
import { Statements } from './statements.js';
import { Spenders } from './spenders.js';
import { Now } from './now.js';
import { Compare } from './compare.js';
import { Health } from './health.js';

start([['overview', 'Overview', Overview], ['statements', 'Statements', Statements], ['spenders', 'Who spends', Spenders],
  ['now', 'Now', Now], ['compare', 'Compare', Compare], ['health', 'Health', Health]]);
