// The command line: `unspool <link...>`. Bundled into build/cli.js; knows no server and no database.

import { exitCodes } from '#cli/exit-codes.ts';
import { runCli } from '#cli/run-cli.ts';
import { readConfig } from '#config.ts';
import about from '../package.json' with { type: 'json' };

/** What the server is told besides is no business of this command. */
const settings = ['THREADS_ORIGIN', 'THREADS_PROFILES', 'MEDIA_HOSTS', 'UPSTREAM_LOOPBACK'];
const config = readConfig(Object.fromEntries(settings.map((name) => [name, process.env[name]])));

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Asked twice: at once.
    if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
    interruption.abort();
  });
}
// A reader that leaves is seen where we write.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

if (config.ok) {
  process.exitCode = await runCli({
    ...{ args: process.argv.slice(2), settings: config.value, version: about.version },
    ...{ stdin: () => process.stdin, stdout: process.stdout, stderr: process.stderr },
    ...{ isDumb: process.env.TERM === 'dumb', signal: interruption.signal },
  });
} else {
  for (const { name, mend } of config.error) process.stderr.write(`unspool: ${name}: ${mend}\n`);
  process.exitCode = exitCodes.usage;
}
