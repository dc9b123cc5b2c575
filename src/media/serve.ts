import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { createSafeLookup } from '#platform/fetch/safe-lookup.ts';
import { createMediaUrlValidator } from './allowed-hosts.ts';
import {
  type ConversionLimits,
  conversionLimits,
  type IssueTicket,
  mediaPath,
  type Ticket,
  type TransferReport,
  zipPath,
} from './contract.ts';
import { type ConversionCapabilities, noCapabilities } from './conversion-capabilities.ts';
import { createFileConverter } from './convert/convert-file.ts';
import { createEntityTagger } from './entity-tag.ts';
import { defaultLimits, type TransferLimits } from './limits.ts';
import { createFileOpener, type OpenFile } from './open-file.ts';
import { createWholeFileReader, type ReadWholeFile } from './relay/read-whole-file.ts';
import { createFileHandler, type ServeMedia } from './relay/serve-file.ts';
import {
  type AuthorizesToken,
  createTicketIssuer,
  createTicketOpener,
  type OpenTicket,
} from './tickets/file-ticket.ts';
import { parseTicketUrl } from './tickets/ticket-url.ts';
import { parseIfRange } from './upstream/range.ts';
import { createUpstreamResumer } from './upstream/resume.ts';
import { createUpstreamClient } from './upstream-client.ts';
import { createZipHandler } from './zip/serve-zip.ts';
import { createFileStreamer, type PlanZipDeps } from './zip.ts';
import { createZipTickets, type ZipTickets } from './zip-ticket.ts';

export interface MediaServiceOptions {
  secret: string | Buffer;
  /** Domains, and loopback `host:port`. */
  allowedHosts: readonly string[];
  /** Accept `host:port` entries; for tests and demonstrations only. */
  loopback: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Returns a fresh CDN URL of the same file, or null if the file no longer exists. */
  renewMediaUrl: (item: Ticket['item']) => Promise<string | null>;
  /** Required for ZIP downloads. */
  readPost?: PlanZipDeps['readPost'];
  limits?: Partial<TransferLimits>;
  capabilities?: ConversionCapabilities;
  conversionLimits?: Partial<ConversionLimits>;
  onTransfer?: (transfer: TransferReport) => void;
  /** Whether a proxy can send the file of this request. Without it, this process sends every file. */
  mayOffload?: (request: IncomingMessage) => boolean;
  /** Whether a proxy repeats this request because it could not fetch the file it was given. */
  isFallback?: (request: IncomingMessage) => boolean;
  authorizesToken?: AuthorizesToken;
  lookup?: LookupFunction;
}

export interface MediaService {
  serve: ServeMedia;
  readWhole: ReadWholeFile;
  issueTicket: IssueTicket;
  /** Missing if the files of a post cannot be downloaded as a ZIP. */
  issueZipTicket?: ZipTickets['issue'];
  capabilities: ConversionCapabilities;
  openTicket: OpenTicket;
  parseTicketUrl: typeof parseTicketUrl;
  parseIfRange: typeof parseIfRange;
  /** Files in a ZIP request: 0 if the request is rejected, null if `path` is not a ZIP URL. */
  zipRequestCost(
    path: string,
    isForBytes: boolean,
    isResume: boolean,
  ): { files: number; resumeOnly: boolean } | null;
  /** Whether a proxy repeats a request that was already counted. */
  isFallback(request: IncomingMessage): boolean;
  openFile: OpenFile;
  close(): Promise<void>;
}

const zipPrefix = zipPath.slice(mediaPath.length);

export function createMediaService(options: MediaServiceOptions): MediaService {
  const { secret, now, renewMediaUrl, capabilities = noCapabilities, isFallback = () => false } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const validateUrl = createMediaUrlValidator(options.allowedHosts, options.loopback);
  const sealer = createSealer(secret, 'media-ticket');
  const tagger = createEntityTagger(secret);
  const upstream = createUpstreamClient(options.lookup ?? createSafeLookup());
  const issueTicket = createTicketIssuer({ sealer, validateUrl, now });
  const openTicket = createTicketOpener({
    sealer,
    validateUrl,
    tagger,
    now,
    authorizesToken: options.authorizesToken ?? null,
  });
  const openFile = createFileOpener({
    requestUpstream: upstream.requestUpstream,
    validateUrl,
    renewMediaUrl,
    tagger,
    limits,
    now,
  });
  const resumeUpstream = createUpstreamResumer(openFile);
  const convertFile = createFileConverter({
    ...{ capabilities, openFile, idleMs: limits.idleMs },
    limits: { ...conversionLimits, ...options.conversionLimits },
  });
  const zipTickets = createZipTickets({
    sealer: createSealer(secret, 'media-archive'),
    now,
    authorizesToken: options.authorizesToken ?? null,
  });
  const onTransfer = options.onTransfer ?? (() => undefined);
  const serveFile = createFileHandler({
    openTicket,
    openFile,
    resumeUpstream,
    convertFile,
    tagger,
    limits,
    now,
    isFallback,
    onTransfer,
    ...(options.mayOffload && { mayOffload: options.mayOffload }),
  });
  const { readPost } = options;
  const serveZip =
    readPost &&
    createZipHandler({
      openZipTicket: zipTickets.open,
      readPost,
      openFile,
      streamFile: createFileStreamer(openFile, resumeUpstream),
      validateUrl,
      tagger,
      limits,
      now,
      onTransfer,
    });
  return {
    serve: (request, response, token, sendError, authorize) =>
      serveZip && token.startsWith(zipPrefix)
        ? serveZip(request, response, token.slice(zipPrefix.length), sendError, authorize)
        : serveFile(request, response, token, sendError, authorize),
    readWhole: createWholeFileReader({ openTicket, openFile, limits }),
    issueTicket,
    ...(readPost && { issueZipTicket: zipTickets.issue }),
    capabilities,
    openTicket,
    parseTicketUrl,
    parseIfRange,
    zipRequestCost(path, isForBytes, isResume) {
      if (!path.startsWith(zipPrefix)) return null;
      const zipRequest = zipTickets.open(path.slice(zipPrefix.length), isForBytes, isResume);
      if (!zipRequest.ok) return { files: 0, resumeOnly: false };
      return { files: zipRequest.value.selection.length, resumeOnly: zipRequest.value.resumeOnly === true };
    },
    isFallback,
    openFile,
    async close() {
      upstream.close();
    },
  };
}
