import { fileURLToPath } from 'node:url';
import { configErrorExitCode, exitWithMessage, readConfigOrExit, stopOnSignal } from '#app/lifecycle.ts';
import { DatabaseUnavailableError, startServer } from '#app/start-server.ts';
import { createStaticFiles } from '#http/static-files.ts';
import { storageUnavailableCode, unavailableFolderHint } from '#platform/storage/storage-errors.ts';

const config = readConfigOrExit(process.env);
const build = new URL('./', import.meta.url);
const { createWebHandler } = await import(new URL('handler.js', build).href);
try {
  const { url, setupUrl, stop, logReady } = await startServer(config, {
    createHandler: createWebHandler,
    staticFile: createStaticFiles(fileURLToPath(new URL('../client', build))),
  });
  stopOnSignal(stop);
  logReady();
  const setUp = setupUrl ? `Make the first owner of the blog (once): ${setupUrl}\n` : '';
  process.stderr.write(`Unspool is ready: ${url}\n${setUp}`);
} catch (error) {
  if (error instanceof DatabaseUnavailableError)
    exitWithMessage(error.message, error.isUnusable ? configErrorExitCode : 1);
  const storageCode = storageUnavailableCode(error);
  if (storageCode !== null)
    exitWithMessage(unavailableFolderHint(config.dataDir, storageCode), configErrorExitCode);
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
  exitWithMessage(
    `Port ${config.http.port} is taken. Stop what listens there, or choose another with PORT=3001 npm start.`,
  );
}
