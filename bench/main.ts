// `npm run bench` runs all benchmarks, `npm run bench -- extraction` one of them, `-- --full` uses windows of
// a minute. Exits with 1 if a check fails.
import { measureAdmin } from './admin.ts';
import { measureMemory, measureSlowReaders } from './downloads.ts';
import { measureEditor } from './editor-typing.ts';
import { measureExtraction } from './extraction.ts';
import { measureList } from './list.ts';
import { measureOffload } from './offload.ts';
import { measurePages } from './pages.ts';
import { measureRelay } from './relay.ts';
import { measureLongRun, measureRuns } from './runs.ts';
import { measureScripts } from './scripts-size.ts';
import { measureSignIn } from './sign-in.ts';
import { measureSlowSenders } from './slow-senders.ts';
import { measureStartUp } from './start-up.ts';
import { measureSustainedRate } from './sustained-rate.ts';

const full = '--full';
const windowSeconds = process.argv.includes(full) ? 60 : 10;

const benchmarks: Record<string, () => Promise<unknown>> = {
  relay: () => measureRelay(3),
  offload: () => measureOffload(5),
  memory: measureMemory,
  'slow-readers': () => measureSlowReaders(windowSeconds),
  'slow-senders': () => measureSlowSenders(windowSeconds),
  extraction: measureExtraction,
  pages: measurePages,
  'sustained-rate': () => measureSustainedRate(windowSeconds),
  list: measureList,
  runs: measureRuns,
  'long-run': measureLongRun,
  admin: measureAdmin,
  editor: measureEditor,
  'sign-in': () => measureSignIn(process.argv.includes(full) ? 500 : 100),
  scripts: measureScripts,
  start: measureStartUp,
};

const selected = process.argv.slice(2).filter((argument) => argument !== full);
const unknown = selected.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(
    `Unknown benchmark: ${unknown.join(', ')}. Choose from ${Object.keys(benchmarks).join(', ')}.`,
  );
  process.exit(1);
}
for (const [name, measure] of Object.entries(benchmarks)) {
  if (selected.length === 0 || selected.includes(name)) await measure();
}
process.exit();
