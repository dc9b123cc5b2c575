// `npm run bench` measures the built product against the goals of the table that it prints, in about ten minutes
// after the first run. `-- relay pages` selects parts. `--against ../old` measures a built checkout of an older commit in
// the same rounds. `--strict` fails if a goal isn't met; without it, only a failed check does. `--seconds` sets
// the window of the parts that hold a load.
import { parseArgs } from 'node:util';
import { measureAdmin } from './admin.ts';
import { measureAdminLists } from './admin-lists.ts';
import { measureBlogScale } from './blog-scale.ts';
import { measureBlocking, measureScripts } from './browser.ts';
import { measureExtraction } from './extraction.ts';
import { printFigures } from './figures.ts';
import { measurePages } from './pages.ts';
import { measureOffload, measureRelay } from './relay.ts';
import { measureRuns } from './runs.ts';
import { measureSignIn } from './sign-in.ts';
import { measureSlowReaders } from './slow-readers.ts';
import { measureSlowSenders } from './slow-senders.ts';
import { measureStartUp } from './start-up.ts';
import { measureSustainedRate } from './sustained-rate.ts';
import { measureTable } from './table/table.ts';
import { listTrees, type Trees } from './trees.ts';
import { measureTyping } from './typing.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    strict: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '10' },
  },
});
const windowSeconds = Number(values.seconds);

const compared: Record<string, (trees: Trees) => Promise<unknown>> = {
  relay: measureRelay,
  offload: measureOffload,
  'slow-readers': (trees) => measureSlowReaders(trees, windowSeconds),
  extraction: measureExtraction,
  pages: measurePages,
  scripts: measureScripts,
  blocking: measureBlocking,
  admin: measureAdmin,
  typing: measureTyping,
  start: measureStartUp,
};
/** Not measured again in an older checkout. */
const single: Record<string, () => Promise<unknown>> = {
  'admin-lists': measureAdminLists,
  'blog-scale': measureBlogScale,
  'sign-in': measureSignIn,
  'sustained-rate': () => measureSustainedRate(windowSeconds / 2),
  'slow-senders': measureSlowSenders,
  runs: measureRuns,
  table: measureTable,
};

const benchmarks = { ...compared, ...(values.against === undefined && single) };
const unknown = positionals.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Choose from ${Object.keys(benchmarks).join(', ')}.`);
  process.exit(2);
}
const trees = listTrees(values.against);
for (const [name, measure] of Object.entries(benchmarks)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.error(name);
  await measure(trees);
}
process.exit(printFigures({ isStrict: values.strict, hasBefore: trees.length > 1 }));
