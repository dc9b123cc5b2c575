// `npm run bench`, or one part of it: `npm run bench -- extraction`; windows of a minute: `-- --full`. Ends with 1 where
// a check is missed.
import { measureDesk } from './desk.ts';
import { measureEditor } from './editor-typing.ts';
import { measureExtraction } from './extraction.ts';
import { measureHeldRate } from './held-rate.ts';
import { measureList } from './list.ts';
import { measureLongRun } from './long-run.ts';
import { measureMemory } from './memory.ts';
import { measureOffload } from './offload.ts';
import { measurePages } from './pages.ts';
import { measureRelay } from './relay.ts';
import { measureRuns } from './runs.ts';
import { measureScripts } from './scripts-size.ts';
import { measureSignIn } from './sign-in.ts';
import { measureSlowReaders } from './slow-readers.ts';
import { measureSlowSenders } from './slow-senders.ts';
import { measureStartUp } from './start-up.ts';

const full = '--full';
const windowSeconds = process.argv.includes(full) ? 60 : 10;

const parts: Record<string, () => Promise<unknown>> = {
  relay: () => measureRelay(3),
  offload: () => measureOffload(5),
  memory: measureMemory,
  'slow-readers': () => measureSlowReaders(windowSeconds),
  'slow-senders': () => measureSlowSenders(windowSeconds),
  extraction: measureExtraction,
  pages: measurePages,
  'held-rate': () => measureHeldRate(windowSeconds),
  list: measureList,
  runs: measureRuns,
  'long-run': measureLongRun,
  desk: measureDesk,
  editor: measureEditor,
  'sign-in': () => measureSignIn(process.argv.includes(full) ? 500 : 100),
  scripts: measureScripts,
  start: measureStartUp,
};

const asked = process.argv.slice(2).filter((argument) => argument !== full);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Choose from ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length === 0 || asked.includes(name)) await measure();
}
process.exit();
