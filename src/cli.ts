import { readConfig } from '#app/config.ts';
import { describeUnusedProxy } from '#app/unused-proxy.ts';
import { exitCodes } from '#cli/errors.ts';
import { runCli } from '#cli/run-cli.ts';
import packageJson from '../package.json' with { type: 'json' };

/** The other variables are for the server, and are not validated here. */
const settings = ['THREADS_ORIGIN', 'THREADS_PROFILES', 'MEDIA_HOSTS', 'UPSTREAM_LOOPBACK'];
const config = readConfig(Object.fromEntries(settings.map((name) => [name, process.env[name]])));

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
    interruption.abort();
  });
}
// Writers handle broken pipes.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

if (config.ok) {
  process.exitCode = await runCli({
    args: process.argv.slice(2),
    settings: config.value,
    version: packageJson.version,
    stdin: () => process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    unusedProxy: describeUnusedProxy(process.env),
    isDumb: process.env.TERM === 'dumb',
    signal: interruption.signal,
  });
} else {
  for (const { name, hint } of config.error) process.stderr.write(`unspool: ${name}: ${hint}\n`);
  process.exitCode = exitCodes.usage;
}
