import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { createSafeLookup } from '#platform/fetch/fetch-policy.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import {
  type Conversion,
  type ConversionLimits,
  conversionLimits,
  type DownloadKind,
  type MediaError,
  mediaPath,
  type Ticket,
  type TransferReport,
  zipPath,
} from './contract.ts';
import { type ConversionCapabilities, noCapabilities } from './conversion-capabilities.ts';
import { createFileConverter } from './convert/convert-file.ts';
import { createFileOpener, defaultLimits, type TransferLimits } from './open-file.ts';
import { createMetadataOpener } from './open-with-metadata.ts';
import { createFileStreamer, type PlanZipDeps } from './plan-zip.ts';
import { createEntityTagger, parseIfRange, parseRange } from './range.ts';
import { createFileHandler, type Exchange, type ServeResult } from './relay/serve-file.ts';
import { createZipHandler } from './relay/serve-zip.ts';
import {
  type AuthorizesToken,
  createTicketIssuer,
  createTicketOpener,
  createZipTickets,
  type ValidTicket,
  type ZipRequest,
} from './tickets.ts';
import { createWholeFileReader, type ReadWholeFile } from './upstream/read-body.ts';
import { createUpstreamResumer } from './upstream/resume.ts';
import { createMediaUrlValidator, createUpstreamClient } from './upstream-client.ts';

export interface MediaServiceOptions {
  secret: string | Buffer;
  allowedHosts: readonly string[];
  loopback: boolean;
  now: () => number;
  renewMediaUrl: (item: Ticket['item']) => Promise<string | null>;
  readPost?: PlanZipDeps['readPost'];
  limits?: Partial<TransferLimits>;
  capabilities?: ConversionCapabilities;
  conversionLimits?: Partial<ConversionLimits>;
  onTransfer?: (transfer: TransferReport) => void;
  /** Called once for a file that was sent to its end, also if that took several requests. */
  onDownload?: (kind: DownloadKind) => void;
  mayOffload?: (request: IncomingMessage) => boolean;
  isFallback?: (request: IncomingMessage) => boolean;
  /** null: file URLs work without a proof of work. */
  proofCheck?: () => AuthorizesToken | null;
  /** Whether saved files get the metadata of their tickets. */
  insertsMetadata?: () => boolean;
  lookup?: LookupFunction;
}

export type OpenedTicket = { kind: 'file'; ticket: ValidTicket } | { kind: 'zip'; ticket: ZipRequest };

export type SendMediaError = (request: IncomingMessage, response: ServerResponse, error: MediaError) => void;

export type MediaService = ReturnType<typeof createMediaService>;

const zipPrefix = zipPath.slice(mediaPath.length);

export function createMediaService(options: MediaServiceOptions) {
  const {
    secret,
    now,
    renewMediaUrl,
    readPost,
    capabilities = noCapabilities,
    isFallback = () => false,
    mayOffload = () => false,
    onTransfer = () => undefined,
    onDownload = () => undefined,
    proofCheck = () => null,
    insertsMetadata = () => true,
  } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const validateUrl = createMediaUrlValidator(options.allowedHosts, options.loopback);
  const sealer = createSealer(secret, 'media-ticket');
  const tagger = createEntityTagger(secret);
  const { requestUpstream, close } = createUpstreamClient(options.lookup ?? createSafeLookup());
  const openFileTicket = createTicketOpener({ sealer, validateUrl, tagger, now, proofCheck });
  const zipTickets = createZipTickets({
    sealer: createSealer(secret, 'media-archive'),
    now,
    proofCheck,
  });
  const openOriginal = createFileOpener({ requestUpstream, validateUrl, renewMediaUrl, tagger, limits, now });
  const openFile = createMetadataOpener(openOriginal, insertsMetadata);
  const resumeUpstream = createUpstreamResumer(openFile);
  const readWholeFile = createWholeFileReader({ openTicket: openFileTicket, openFile, limits });
  const convertFile = createFileConverter({
    capabilities,
    openFile: openOriginal,
    insertsMetadata,
    idleMs: limits.idleMs,
    limits: { ...conversionLimits, ...options.conversionLimits },
  });
  const serveFile = createFileHandler({
    openFile,
    resumeUpstream,
    convertFile,
    tagger,
    limits,
    mayOffload,
    isFallback,
  });
  const serveZip =
    readPost &&
    createZipHandler({
      readPost,
      openFile,
      streamFile: createFileStreamer(openFile, resumeUpstream, tagger),
      validateUrl,
      tagger,
      limits,
    });

  /** `path`: the URL after `/media/`, unchanged. */
  function openTicket(request: IncomingMessage, path: string): Result<OpenedTicket, MediaError> {
    const isForBytes = request.method === 'GET';
    const validator = parseIfRange(request);
    if (path.startsWith(zipPrefix)) {
      const opened = zipTickets.open(path.slice(zipPrefix.length), isForBytes, validator !== null);
      return opened.ok ? ok({ kind: 'zip', ticket: opened.value }) : opened;
    }
    const opened = openFileTicket(path, isForBytes, validator);
    return opened.ok ? ok({ kind: 'file', ticket: opened.value }) : opened;
  }

  async function serveTicket(opened: OpenedTicket, exchange: Exchange): Promise<ServeResult> {
    if (opened.kind === 'file') return serveFile(exchange, opened.ticket);
    return serveZip ? serveZip(exchange, opened.ticket) : fail({ code: 'ticket.invalid' });
  }

  /** Rejects only on a bug. */
  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    opened: Result<OpenedTicket, MediaError>,
    sendError: SendMediaError,
  ): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response
        .writeHead(405, {
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          allow: 'GET, HEAD',
          'content-length': 0,
        })
        .end();
      return;
    }
    const startedAt = now();
    let firstByteMilliseconds: number | null = null;
    const client = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) client.abort();
    });
    const onFirstByte = () => {
      firstByteMilliseconds = now() - startedAt;
    };
    const served = opened.ok
      ? await serveTicket(opened.value, { request, response, clientSignal: client.signal, onFirstByte })
      : opened;
    const hasLeft = client.signal.aborted;
    const kind = opened.ok ? downloadKind(opened.value) : null;
    const isSent = served.ok && ['complete', 'handed_over'].includes(served.value.outcome);
    if (kind !== null && isSent && sendsEnd(request) && !isFallback(request)) onDownload(kind);
    if (!served.ok && !hasLeft) sendError(request, response, served.error);
    onTransfer({
      ...(served.ok ? served.value : { outcome: hasLeft ? 'client_gone' : served.error.code, bytes: 0 }),
      milliseconds: now() - startedAt,
      firstByteMilliseconds,
      isFallback: isFallback(request),
    });
  }

  return {
    openTicket,
    /** False for ranges that are ignored, such as several at once: the response is the whole file. */
    isRangeRequest: ({ method, headers }: IncomingMessage) =>
      method === 'GET' && parseRange(headers.range) !== null,
    serve,
    async readWholeFile(...request: Parameters<ReadWholeFile>) {
      const file = await readWholeFile(...request);
      const opened = file.ok ? openFileTicket(request[0]) : null;
      const kind = opened?.ok ? downloadKind({ kind: 'file', ticket: opened.value }) : null;
      if (kind !== null) onDownload(kind);
      return file;
    },
    issueTicket: createTicketIssuer({ sealer, validateUrl, now }),
    ...(readPost && { issueZipTicket: zipTickets.issue }),
    capabilities,
    isFallback,
    openFile,
    close: async () => close(),
  };
}

const conversionKinds: Record<Conversion, DownloadKind> = {
  jpg: 'image',
  png: 'image',
  gif: 'gif',
  m4a: 'audio',
};

/** What a person saves with the ticket; null for what a page only shows. */
function downloadKind({ kind, ticket }: OpenedTicket): DownloadKind | null {
  if (kind === 'zip') return 'zip';
  if (ticket.purpose !== 'attachment' || ticket.item.part !== 'file') return null;
  return ticket.as ? conversionKinds[ticket.as] : (ticket.type ?? guessKind(ticket));
}

function guessKind({ format }: ValidTicket): DownloadKind {
  if (format === 'GIF') return 'gif';
  if (/^(MP4|WEBM|MOV)$/.test(format)) return 'video';
  return /^(M4A|AAC|MP3|OGG|OPUS|WAV)$/.test(format) ? 'audio' : 'image';
}

/** A download that is resumed, or fetched in parts, ends once. */
function sendsEnd({ method, headers }: IncomingMessage): boolean {
  const range = parseRange(headers.range);
  return method === 'GET' && (range === null || range.endsWith('-'));
}
