import type { IncomingMessage } from 'node:http';
import { createRetryBudget, type RetryBudget } from '#platform/circuit-breaker.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { JudgeMediaAddress } from './allowed-media-host.ts';
import type { MediaError, Ticket } from './contract.ts';
import type { EntityTagger } from './entity-tag.ts';
import { rememberFailedRenewals } from './failed-renewals.ts';
import { followRedirects } from './follow-redirects.ts';
import { guardHosts, type NoteHost } from './guard-hosts.ts';
import { type JudgedHead, judgeHead } from './judge-head.ts';
import type { TransferLimits } from './limits.ts';
import { readFirstBytes } from './read-first-bytes.ts';
import type { RequestUpstream, UpstreamAsk } from './request-upstream.ts';
import { strongTag } from './strong-tag.ts';
import { listedType, sniffBytes, type TrueType, trueType } from './true-type.ts';
import { withinDeadline } from './within-deadline.ts';

/** A file whose status, length, type and first bytes are judged; nothing has been sent to anyone yet. */
export interface OpenedFile extends JudgedHead {
  type: TrueType;
  /** null where the length is unknown. */
  entityTag: string | null;
  /** Read already, in front of what `body` still holds. */
  first: Buffer;
  body: IncomingMessage;
  source: FileSource;
}

/** Where a file was found, behind every redirect. */
export interface FileSource {
  url: string;
  /** `address:port` of the connection; null where it is gone already. */
  peer: string | null;
  /** The media host's own strong validator of these very bytes. */
  validator: string | null;
}

export interface OpenFileOptions {
  requestUpstream: RequestUpstream;
  judge: JudgeMediaAddress;
  /** A fresh CDN address of the same file, or null where there is none. */
  renew: (item: Ticket['item']) => Promise<string | null>;
  tagger: EntityTagger;
  limits: TransferLimits;
  /** Milliseconds since 1970. */
  now: () => number;
}

type GuardedOptions = OpenFileOptions & ReturnType<typeof guardHosts>;

/** The caller reads the body to its end or destroys it; the signal does so too. */
export type OpenFile = (
  ticket: Ticket,
  ask: UpstreamAsk,
  signal: AbortSignal,
) => Promise<Result<OpenedFile, MediaError>>;

/**
 * Asks the CDN, once more on a reset before the first byte, and once at a fresh address where the old one is dead.
 * One deadline stands around all of it, and a post that had no living address is not read again for a while.
 */
export function createFileOpener(given: OpenFileOptions): OpenFile {
  const options: GuardedOptions = { ...given, ...guardHosts(given.now, given.limits.breaker) };
  const failed = rememberFailedRenewals(options.now);
  const retries = createRetryBudget();

  async function openAnywhere(ticket: Ticket, ask: UpstreamAsk, signal: AbortSignal) {
    retries.noteCall();
    const opened = await openAt(options, ticket.url, ask, signal, retries);
    if (opened.ok || opened.error.code !== 'media.gone' || ask.method === 'HEAD') return opened;
    const { postUrl } = ticket.item;
    if (signal.aborted || failed.has(postUrl)) return opened;
    const fresh = await nullOnAbort(renewed(ticket.item), signal);
    if (fresh === null || signal.aborted) return opened;
    const again = await openAt(options, fresh, ask, signal, retries);
    if (!again.ok && again.error.code === 'media.gone') failed.add(postUrl);
    return again;
  }

  /** Notes a failure even where nobody waits for it any more. */
  async function renewed(item: Ticket['item']): Promise<string | null> {
    const fresh = await options.renew(item);
    if (fresh === null) failed.add(item.postUrl);
    return fresh;
  }

  return (ticket, ask, signal) =>
    withinDeadline(options.limits.openMs, signal, (either) => openAnywhere(ticket, ask, either));
}

function nullOnAbort<T>(wanted: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(null);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    wanted.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

function openAt(
  options: GuardedOptions,
  address: string,
  ask: UpstreamAsk,
  signal: AbortSignal,
  retries: RetryBudget,
): Promise<Result<OpenedFile, MediaError>> {
  return withinDeadline(options.limits.firstByteMs, signal, async (either) => {
    const once = () =>
      options.guard({ wanted: signal, either }, (onHop) => openOnce(options, address, ask, either, onHop));
    try {
      return await once().catch((cause: unknown) => {
        if (!isReset(cause) || either.aborted || !retries.take()) throw cause;
        return once();
      });
    } catch (cause) {
      return fail({ code: 'media.unreachable', cause });
    }
  });
}

function isReset(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && ['ECONNRESET', 'EPIPE'].includes(String(cause.code));
}

async function openOnce(
  options: OpenFileOptions,
  address: string,
  ask: UpstreamAsk,
  signal: AbortSignal,
  onHop: NoteHost,
): Promise<Result<OpenedFile, MediaError>> {
  const target = options.judge(address);
  if (!target) return fail({ code: 'media.gone', cause: 'host' });
  const { redirects } = options.limits;
  const found = await followRedirects(target, ask, redirects, { ...options, signal, onHop });
  const { response: body } = found;
  const source = { url: found.target.url.href, peer: peerOf(body), validator: strongTag(body.headers.etag) };
  const head = judgeHead(body, ask);
  const judged = head.ok ? await judgeType(body, head.value, ask) : head;
  if (!head.ok || !judged.ok) {
    body.destroy();
    return judged.ok ? fail({ code: 'media.unreachable' }) : judged;
  }
  const { totalBytes } = head.value;
  const entityTag = totalBytes === null ? null : options.tagger.tag(address, totalBytes);
  return ok({ ...head.value, ...judged.value, entityTag, body, source });
}

/** By the bytes where the start of the file comes, by the CDN's word where another part does. */
async function judgeType(
  body: IncomingMessage,
  head: JudgedHead,
  ask: UpstreamAsk,
): Promise<Result<{ type: TrueType; first: Buffer }, MediaError>> {
  const declared = body.headers['content-type'];
  const startsFile = (head.range?.from ?? 0) === 0;
  const showsEnough = head.length === null || head.length >= sniffBytes || head.length === head.totalBytes;
  if (ask.method === 'HEAD' || !startsFile || !showsEnough) {
    const type = listedType(declared);
    if (!type) return fail({ code: 'media.wrong_type', cause: declared });
    if (ask.method === 'HEAD') return ok({ type, first: Buffer.alloc(0) });
    // No part is empty: a head without a body must not go out as the beginning of one.
    const first = await readFirstBytes(body, 1);
    return first.length > 0 ? ok({ type, first }) : fail({ code: 'media.unreachable', cause: 'cut' });
  }
  const first = await readFirstBytes(body, sniffBytes);
  const type = trueType(first, declared);
  return type ? ok({ type, first }) : fail({ code: 'media.wrong_type', cause: declared });
}

function peerOf({ socket }: IncomingMessage): string | null {
  const { remoteAddress, remotePort, remoteFamily } = socket;
  if (!remoteAddress || !remotePort) return null;
  return remoteFamily === 'IPv6'
    ? `[${remoteAddress.split('%')[0]}]:${remotePort}`
    : `${remoteAddress}:${remotePort}`;
}
