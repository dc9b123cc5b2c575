import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { configErrorExitCode, exitWithMessage, readConfigOrExit, stopOnSignal } from '#app/lifecycle.ts';
import { nodeWarning } from '#app/node-version.ts';
import { explainListenError } from '#app/unusable-settings.ts';
import { describeUnusedProxy } from '#app/unused-proxy.ts';
import { folderInUseHint } from '#database/database.ts';
import { storageUnavailableCode, unavailableFolderHint } from '#platform/storage/storage-errors.ts';

const config = readConfigOrExit(process.env);
const unusedProxy = describeUnusedProxy(process.env);
if (unusedProxy !== null) process.stderr.write(`${unusedProxy}\n`);
const inUseHint = folderInUseHint(config.database);
if (inUseHint !== null) exitWithMessage(inUseHint);
const build = new URL('./', import.meta.url);
// Beside the build, since whoever can change the cache can change what runs. Without write access, Node does without.
enableCompileCache(fileURLToPath(new URL('compile-cache', build)));
// Loading these takes most of the time until the lock would be tried.
const { DatabaseUnavailableError, startServer } = await import('#app/start-server.ts');
const { createStaticFiles } = await import('#http/static-files.ts');
const { createWebHandler } = await import(new URL('handler.js', build).href);
try {
  const { url, setupUrl, stop, logReady } = await startServer(config, {
    createHandler: createWebHandler,
    staticFile: createStaticFiles(fileURLToPath(new URL('../client', build))),
  });
  stopOnSignal(stop);
  const lines = [
    nodeWarning(process.versions.node),
    setupUrl && `Create the first owner with this one-time link: ${setupUrl}`,
    `Unspool is ready: ${url}`,
  ];
  process.stderr.write(`${lines.filter(Boolean).join('\n')}\n`);
  logReady();
} catch (error) {
  if (error instanceof DatabaseUnavailableError)
    exitWithMessage(error.message, error.isUnusable ? configErrorExitCode : 1);
  const storageCode = storageUnavailableCode(error);
  if (storageCode !== null)
    exitWithMessage(unavailableFolderHint(config.dataDir, storageCode), configErrorExitCode);
  const unusable = explainListenError(error, config.http);
  if (unusable === null) throw error;
  exitWithMessage(unusable.hint, unusable.isPermanent ? configErrorExitCode : 1);
}
