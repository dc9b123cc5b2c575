import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { WriteStream } from 'node:tty';
import type { Post } from '#threads/contract.ts';
import { chooseFiles } from './choose-files.ts';
import { createPatience, type Patience } from './create-patience.ts';
import { DiskFault } from './disk-fault.ts';
import { type ExitCode, exitCodes, exitOf } from './exit-codes.ts';
import { helpText } from './help-text.ts';
import { openUpstream, type Upstream, type UpstreamSettings } from './open-upstream.ts';
import { flush, hasReaderLeft, pipeSink, writeTo } from './pipe-file.ts';
import { createProgressLine, noProgress } from './progress-line.ts';
import { type Order, readArguments, severalIntoOne } from './read-arguments.ts';
import { eachPostOnce, expandLinks } from './read-links.ts';
import { type LinkResult, writeReport } from './report.ts';
import { pipeArchive, saveArchive } from './save-archive.ts';
import { type Saving, saveFiles } from './save-files.ts';
import { transferFile } from './transfer-file.ts';
import { plain, wordFailure, wordIncomplete, wordOutcome } from './word-failure.ts';

export interface CommandLine {
  args: readonly string[];
  settings: UpstreamSettings;
  version: string;
  /** Called where links are to be read from it: it is not touched otherwise. */
  stdin: () => Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
  /** The terminal can't take a line away again. */
  isDumb: boolean;
  /** Aborts when the command is interrupted. */
  signal: AbortSignal;
}

/** The whole command. Never throws for what can be expected; the number is that of the process. */
export async function runCli(line: CommandLine): Promise<ExitCode> {
  const read = readArguments(line.args, () => line.stdin().isTTY !== true);
  if (!read.ok) {
    line.stderr.write(`unspool: ${plain(read.error)}\nunspool --help lists what there is.\n`);
    return exitCodes.usage;
  }
  const wanted = read.value;
  if (wanted.kind !== 'order') {
    line.stdout.write(wanted.kind === 'help' ? helpText : `${line.version}\n`);
    return exitCodes.ok;
  }
  const { order } = wanted;
  const refuse = (sentence: string) => {
    line.stderr.write(`unspool: ${sentence}\n`);
    return exitCodes.usage;
  };
  if (order.out === '-' && line.stdout.isTTY)
    return refuse('-o - writes the file itself: send it into a program or a file.');
  if (order.links.includes('-')) {
    const stdin = line.stdin();
    if (stdin.isTTY && !order.quiet) line.stderr.write('Links, one a line; Ctrl+D ends them.\n');
    const links = await expandLinks(order.links, stdin, line.signal);
    if (line.signal.aborted) return exitCodes.interrupted;
    if (links === null) return refuse('the standard input can’t be read.');
    if (links.length === 0) return refuse('there is no link in the standard input, and none was given.');
    order.links = links;
  }
  order.links = eachPostOnce(order.links);
  if (order.out === '-' && order.links.length > 1) return refuse(severalIntoOne);
  const upstream = openUpstream(line.settings);
  try {
    const code = await carryOut(order, upstream, line);
    await flush(line.stdout);
    return code;
  } catch (cause) {
    if (!(cause instanceof DiskFault && cause.path === '-')) throw cause;
    // Who has left is told nothing.
    if (!hasReaderLeft(cause.cause)) refuse(`standard output: ${wordFailure(cause)}`);
    return exitCodes.disk;
  } finally {
    await upstream.close();
  }
}

async function carryOut(order: Order, upstream: Upstream, line: CommandLine): Promise<ExitCode> {
  const { stdout, stderr, signal } = line;
  const isWatched = stderr.isTTY === true && !line.isDumb && !order.quiet;
  const progress = isWatched ? createProgressLine(stderr as WriteStream, Date.now) : noProgress;
  const say = (text: string) => {
    progress.clear();
    stderr.write(`${plain(text)}\n`);
  };
  const note = (text: string) => !order.quiet && say(text);
  const saving: Saving = {
    ...{ upstream, order, signal, progress, taken: new Map() },
    onFile(file) {
      progress.clear();
      if (file.failure) say(wordOutcome(file.failure, file.part));
      else if (!order.json) stdout.write(`${file.path}\n`);
      if (file.outcome === 'kept') note(`${file.path} is there already.`);
    },
  };
  const patience = createPatience(order.waitSeconds, async (seconds) => {
    note(`Threads is busy. Asking again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`);
    await wait(seconds * 1_000, null, { signal }).catch(() => undefined);
    return !signal.aborted;
  });
  const results: LinkResult[] = [];
  for (const [at, link] of order.links.entries()) {
    if (signal.aborted) break;
    if (patience.isOver()) {
      const unasked = order.links.slice(at);
      const links = unasked.length === 1 ? '1 link is' : `${unasked.length} links are`;
      say(`Threads stays busy, so ${links} not asked for. Run the same command again later.`);
      results.push(
        ...unasked.map((one) => ({ link: one, files: [], failure: { code: 'upstream.busy' } as const })),
      );
      break;
    }
    const result = await saveLink(link, saving, { ...line, note, patience });
    results.push(result);
    const { failure } = result;
    const isTold = result.files.some((file) => file.failure === failure);
    // That the command was interrupted is said once, at its end.
    const isSaid = isTold || (failure?.code === 'interrupted' && result.part === undefined);
    if (failure && !isSaid) say(`${plain(link).slice(0, 200)}: ${wordOutcome(failure, result.part)}`);
  }
  if (order.json) await writeTo(stdout, writeReport(results));
  if (signal.aborted) {
    say('Interrupted: run the same command again to go on.');
    return exitCodes.interrupted;
  }
  const failed = results.find((one) => one.failure)?.failure;
  return failed ? exitOf(failed) : exitCodes.ok;
}

interface Speaking extends Pick<CommandLine, 'stdout'> {
  note: (text: string) => void;
  patience: Patience;
}

async function saveLink(
  link: string,
  saving: Saving,
  { stdout, note, patience }: Speaking,
): Promise<LinkResult> {
  const { upstream, order, signal } = saving;
  const read = await patience.ask(() =>
    Promise.race([upstream.reader.extract(link, { thread: order.thread }), aborted(signal)]),
  );
  if (read === null) return { link, files: [], failure: { code: 'interrupted' } };
  if (!read.ok) {
    const { code, retryAfterSeconds, post } = read.error;
    const failure = { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    return { link, ...(post && { post }), files: [], failure };
  }
  const post = read.value;
  const files = chooseFiles(post, upstream.judge);
  describePost(post, files.length, note);
  if (files.length === 0) return { link, post, files: [], failure: { code: 'upstream.changed' } };
  if (order.zip && order.out === '-') {
    const failure = await pipeArchive(post, files, saving, stdout);
    return { link, post, files: [], ...(failure && { failure }) };
  }
  if (order.zip) {
    const archive = await saveArchive(post, files, saving);
    if ('failure' in archive) return { link, post, files: [], ...archive };
    const { path, isKept } = archive;
    if (!order.json) stdout.write(`${path}\n`);
    if (isKept) note(`${path} is there already.`);
    return { link, post, files: [], zip: path };
  }
  if (order.out !== '-') {
    const saved = await saveFiles(post, files, saving);
    const failure = saved.find((file) => file.failure)?.failure;
    return { link, post, files: saved, ...(failure && { failure }) };
  }
  const [only, ...others] = files;
  if (!only || others.length > 0) return { link, post, files: [], failure: { code: 'out.several' } };
  const moved = await transferFile(only.ticket, pipeSink(stdout), {
    ...{ openFile: upstream.openFile, idleMs: upstream.idleMs, pauseMs: upstream.pauseMs, signal },
    onProgress: (bytes, total) => saving.progress.show('1/1', bytes, total),
  });
  saving.progress.clear();
  return { link, post, files: [], ...(!moved.ok && { failure: moved.error }) };
}

function describePost(post: Post, count: number, note: (text: string) => void): void {
  note(
    `@${post.author.username}, ${post.publishedAt.slice(0, 10)}: ${count} ${count === 1 ? 'file' : 'files'}`,
  );
  if (post.incomplete) note(wordIncomplete());
  const more = post.thread && 'more' in post.thread ? post.thread.more : null;
  if (more === true) note('There may be more in this thread: --thread saves all of it.');
  else if (more !== null)
    note(
      `${more} more ${more === 1 ? 'post' : 'posts'} of this thread with media: --thread saves all of it.`,
    );
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
