import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { WriteStream } from 'node:tty';
import type { ThreadsPost } from '#threads/contract.ts';
import { downloadToSink } from './download-file.ts';
import {
  type ExitCode,
  exitCodes,
  formatCliError,
  formatOutcome,
  formatWaiting,
  incompleteMessage,
  stripControlCharacters,
  toExitCode,
  withheldMessage,
} from './errors.ts';
import { DiskError } from './file-system.ts';
import { createProgressLine, formatJsonReport, type LinkReport, noProgress } from './output.ts';
import { createOutputLock, type OutputLock } from './output-lock.ts';
import {
  type CliOptions,
  expandLinks,
  helpText,
  parseArguments,
  singleLinkMessage,
  uniquePostLinks,
} from './parse-arguments.ts';
import { type SaveDeps, saveFiles, selectFiles } from './save-files.ts';
import { pipeZip, saveZip } from './save-zip.ts';
import { createStreamSink, flushStream, isBrokenPipe, writeToStream } from './stream-sink.ts';
import {
  type BusyRetry,
  createBusyRetry,
  openUpstream,
  type Upstream,
  type UpstreamOptions,
} from './upstream.ts';

export interface CliEnvironment {
  args: readonly string[];
  settings: UpstreamOptions;
  version: string;
  stdin: () => Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
  /** A sentence about a setting that has no effect. */
  unusedProxy: string | null;
  isDumb: boolean;
  signal: AbortSignal;
}

/** Throws only on bugs. */
export async function runCli(environment: CliEnvironment): Promise<ExitCode> {
  const parsed = parseArguments(environment.args, () => environment.stdin().isTTY !== true);
  if (!parsed.ok) {
    environment.stderr.write(
      `unspool: ${stripControlCharacters(parsed.error)}\nRun unspool --help for a list of options.\n`,
    );
    return exitCodes.usage;
  }
  const command = parsed.value;
  if (command.kind !== 'save') {
    environment.stdout.write(command.kind === 'help' ? helpText : `${environment.version}\n`);
    return exitCodes.ok;
  }
  const { options } = command;
  const reportUsageError = (message: string) => {
    environment.stderr.write(`unspool: ${message}\n`);
    return exitCodes.usage;
  };
  if (options.out === '-' && environment.stdout.isTTY)
    return reportUsageError(
      '-o - writes the file’s bytes. Redirect them to a file or pipe them to a program.',
    );
  if (options.links.includes('-')) {
    const stdin = environment.stdin();
    if (stdin.isTTY && !options.quiet)
      environment.stderr.write('Enter one link per line, then press Ctrl+D.\n');
    const links = await expandLinks(options.links, stdin, environment.signal);
    if (environment.signal.aborted) return exitCodes.interrupted;
    if (!links.ok) return reportUsageError(links.error);
    if (links.value.length === 0)
      return reportUsageError('there is no link in standard input or in the arguments.');
    options.links = links.value;
  }
  options.links = uniquePostLinks(options.links);
  if (options.out === '-' && options.links.length > 1) return reportUsageError(singleLinkMessage);
  const upstream = openUpstream(environment.settings, () => options.metadata);
  try {
    const code = await runCommand(options, upstream, environment);
    await flushStream(environment.stdout);
    return code;
  } catch (cause) {
    if (!(cause instanceof DiskError && cause.path === '-')) throw cause;
    if (!isBrokenPipe(cause.cause)) reportUsageError(`standard output: ${formatCliError(cause)}`);
    return exitCodes.disk;
  } finally {
    await upstream.close();
  }
}

async function runCommand(
  options: CliOptions,
  upstream: Upstream,
  environment: CliEnvironment,
): Promise<ExitCode> {
  const { stdout, stderr, signal } = environment;
  const isInteractive = stderr.isTTY === true && !environment.isDumb && !options.quiet;
  const progress = isInteractive ? createProgressLine(stderr as WriteStream, Date.now) : noProgress;
  const printError = (text: string) => {
    progress.clear();
    stderr.write(`${stripControlCharacters(text)}\n`);
  };
  const printNotice = (text: string) => !options.quiet && printError(text);
  if (environment.unusedProxy !== null) printNotice(environment.unusedProxy);
  const deps: SaveDeps = {
    upstream,
    options,
    signal,
    progress,
    assignedNames: new Map(),
    onFile(file) {
      progress.clear();
      if (file.failure) printError(formatOutcome(file.failure, file.part));
      else if (!options.json) stdout.write(`${file.path}\n`);
      if (file.outcome === 'kept') printNotice(`${file.path} already exists.`);
    },
  };
  const busyRetry = createBusyRetry(options.waitSeconds, async (seconds) => {
    printNotice(`Threads is busy. Trying again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`);
    await wait(seconds * 1_000, null, { signal }).catch(() => undefined);
    return !signal.aborted;
  });
  const outputLock = createOutputLock(options.out, {
    signal,
    now: Date.now,
    onWait: (holder) => printNotice(formatWaiting(holder)),
  });
  try {
    return await saveLinks(deps, { ...environment, outputLock, printError, printNotice, busyRetry });
  } finally {
    outputLock.release();
  }
}

interface RunOutput extends Pick<CliEnvironment, 'stdout'> {
  outputLock: OutputLock;
  printError: (text: string) => void;
  printNotice: (text: string) => void;
  busyRetry: BusyRetry;
}

async function saveLinks(deps: SaveDeps, output: RunOutput): Promise<ExitCode> {
  const { options, signal } = deps;
  const { stdout, busyRetry, printError } = output;
  const results: LinkReport[] = [];
  for (const [index, link] of options.links.entries()) {
    if (signal.aborted) break;
    if (busyRetry.isExhausted()) {
      const skippedLinks = options.links.slice(index);
      const links = skippedLinks.length === 1 ? '1 link was' : `${skippedLinks.length} links were`;
      printError(`Threads is still busy, so ${links} skipped. Run the same command again later.`);
      results.push(
        ...skippedLinks.map((skippedLink) => ({
          link: skippedLink,
          files: [],
          failure: { code: 'upstream.busy' } as const,
        })),
      );
      break;
    }
    const result = await saveLink(link, deps, output);
    results.push(result);
    const { failure } = result;
    const isFileFailure = result.files.some((file) => file.failure === failure);
    const isReported = isFileFailure || (failure?.code === 'interrupted' && result.part === undefined);
    if (failure && !isReported)
      printError(`${stripControlCharacters(link).slice(0, 200)}: ${formatOutcome(failure, result.part)}`);
  }
  if (options.json) await writeToStream(stdout, formatJsonReport(results));
  if (signal.aborted) {
    printError('Interrupted. Run the same command again to resume.');
    return exitCodes.interrupted;
  }
  const failed = results.find((result) => result.failure)?.failure;
  return failed ? toExitCode(failed) : exitCodes.ok;
}

async function saveLink(
  link: string,
  deps: SaveDeps,
  { stdout, outputLock, printNotice, busyRetry }: RunOutput,
): Promise<LinkReport> {
  const { upstream, options, signal } = deps;
  const extraction = await busyRetry.run(() =>
    Promise.race([upstream.reader.extract(link, { thread: options.thread }), whenAborted(signal)]),
  );
  if (extraction === null) return { link, files: [], failure: { code: 'interrupted' } };
  if (!extraction.ok) {
    const { code, retryAfterSeconds, post } = extraction.error;
    const failure = { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    return { link, ...(post && { post }), files: [], failure };
  }
  const post = extraction.value;
  const files = selectFiles(post, upstream.validateUrl);
  printPostSummary(post, files.length, printNotice);
  if (files.length === 0) return { link, post, files: [], failure: { code: 'upstream.changed' } };
  if (options.out !== '-' && !(await outputLock.acquire()))
    return { link, post, files: [], failure: { code: 'interrupted' } };
  if (options.zip && options.out === '-') {
    const failure = await pipeZip(post, files, deps, stdout);
    return { link, post, files: [], ...(failure && { failure }) };
  }
  if (options.zip) {
    const zipResult = await saveZip(post, files, deps);
    if (!zipResult.ok) return { link, post, files: [], ...zipResult.error };
    const { path, isAlreadySaved } = zipResult.value;
    if (!options.json) stdout.write(`${path}\n`);
    if (isAlreadySaved) printNotice(`${path} already exists.`);
    return { link, post, files: [], zip: path };
  }
  if (options.out !== '-') {
    const saved = await saveFiles(post, files, deps);
    const failure = saved.find((file) => file.failure)?.failure;
    return { link, post, files: saved, ...(failure && { failure }) };
  }
  const [file, ...others] = files;
  if (!file || others.length > 0) return { link, post, files: [], failure: { code: 'out.several' } };
  const download = await downloadToSink(file.ticket, createStreamSink(stdout), {
    ...upstream,
    signal,
    onProgress: (bytes, total) => deps.progress.show('1/1', bytes, total),
  });
  deps.progress.clear();
  return { link, post, files: [], ...(!download.ok && { failure: download.error }) };
}

function printPostSummary(post: ThreadsPost, count: number, printNotice: (text: string) => void): void {
  printNotice(
    `@${post.author.username}, ${post.publishedAt.slice(0, 10)}: ${count} ${count === 1 ? 'file' : 'files'}`,
  );
  if (post.incomplete) printNotice(incompleteMessage(post));
  for (const part of post.withheld ?? []) printNotice(withheldMessage(part));
  const more = post.thread && 'more' in post.thread ? post.thread.more : null;
  if (more === true) printNotice('This thread may have more posts. Use --thread to save all of them.');
  else if (more !== null)
    printNotice(
      `This thread has ${more} more ${more === 1 ? 'post' : 'posts'} with media. Use --thread to save all posts.`,
    );
}

function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
