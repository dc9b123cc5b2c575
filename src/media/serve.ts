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
import { createFileStreamer, type PlanZipDeps } from './plan-zip.ts';
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
import { createZipTickets, type ZipTickets } from './zip-ticket.ts';

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
  mayOffload?: (request: IncomingMessage) => boolean;
  isFallback?: (request: IncomingMessage) => boolean;
  authorizesToken?: AuthorizesToken;
  lookup?: LookupFunction;
}

export interface MediaService {
  serve: ServeMedia;
  readWholeFile: ReadWholeFile;
  issueTicket: IssueTicket;
  issueZipTicket?: ZipTickets['issue'];
  capabilities: ConversionCapabilities;
  openTicket: OpenTicket;
  parseTicketUrl: typeof parseTicketUrl;
  parseIfRange: typeof parseIfRange;
  /** 0 files if the request is rejected; null if `path` is not a ZIP URL. */
  zipRequestCost(
    path: string,
    isForBytes: boolean,
    isResume: boolean,
  ): { files: number; resumeOnly: boolean } | null;
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
    capabilities,
    openFile,
    idleMs: limits.idleMs,
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
    readWholeFile: createWholeFileReader({ openTicket, openFile, limits }),
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
