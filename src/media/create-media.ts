import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { createJudgingLookup } from '#platform/safe-fetch-lookup.ts';
import { createSealer } from '#platform/sealed-token.ts';
import type { Post } from '#threads/contract.ts';
import { createMediaHostRule } from './allowed-media-host.ts';
import { createArchiveTickets } from './archive-ticket.ts';
import { createCutBridge } from './bridge-cuts.ts';
import {
  archivePath,
  type ConversionLimits,
  conversionLimits,
  mediaPath,
  type PostSummary,
  type Quality,
  type Ticket,
} from './contract.ts';
import { type Abilities, noAbilities } from './convert-abilities.ts';
import { createFileConverter } from './convert-file.ts';
import { createEntityTagger } from './entity-tag.ts';
import { createTicketIssuer, type IssueTicket } from './issue-ticket.ts';
import { defaultLimits, type TransferLimits } from './limits.ts';
import { offerMedia } from './offer-media.ts';
import { createFileOpener, type OpenFile } from './open-file.ts';
import { type AdmitPass, createTicketOpener, type OpenTicket } from './open-ticket.ts';
import type { ArchivePlanner } from './plan-archive.ts';
import { readAddress } from './read-address.ts';
import { readResume } from './read-resume.ts';
import { createWholeReader, type ReadWhole } from './read-whole.ts';
import { createUpstreamRequester } from './request-upstream.ts';
import { createArchiveServer } from './serve-archive.ts';
import { createMediaServer, type ServeMedia, type Transfer } from './serve-media.ts';
import { createFileStreamer } from './stream-file.ts';

export interface MediaOptions {
  secret: string | Buffer;
  /** Domains, and `host:port` of loopback. */
  allowedHosts: readonly string[];
  /** Whether `host:port` entries count; tests and demonstrations only. */
  loopback: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A fresh CDN address of the same file, or null where it is no longer there. */
  renew: (item: Ticket['item']) => Promise<string | null>;
  /** Left out: files are not offered as a ZIP. */
  readPost?: ArchivePlanner['readPost'];
  limits?: Partial<TransferLimits>;
  /** What files can be turned into others with; left out: none is. */
  abilities?: Abilities;
  conversionLimits?: Partial<ConversionLimits>;
  onTransfer?: (transfer: Transfer) => void;
  /** Left out: this process sends every file. */
  mayOffload?: (request: IncomingMessage) => boolean;
  /** Whether a request is one of before, by a proxy that could not fetch what it was handed. */
  isFallback?: (request: IncomingMessage) => boolean;
  /** Where files have to be proved for: whether a pass opens those of a post. */
  admits?: AdmitPass;
  /** Judges every name by default. */
  lookup?: LookupFunction;
}

export interface Media {
  offer(post: Post): { qualities: Quality[]; post: PostSummary; zipUrl?: string };
  /** Gives a file, or the files of a post as one ZIP. */
  serve: ServeMedia;
  readWhole: ReadWhole;
  issueTicket: IssueTicket;
  openTicket: OpenTicket;
  readAddress: typeof readAddress;
  readResume: typeof readResume;
  /**
   * Of what follows `/media/`: how many files a ZIP is asked for, none where it is not to be had, and whether no more
   * than its rest is; null where it is no address of a ZIP. `forBytes`, `isRest`: as of `ArchiveTickets.open`.
   */
  weighArchive(
    address: string,
    forBytes: boolean,
    isRest: boolean,
  ): { files: number; onlyRest: boolean } | null;
  /** Whether it was counted, and let go, before: a proxy asks for what it was handed and could not fetch. */
  isFallback(request: IncomingMessage): boolean;
  /** A judged file from the CDN, for one who writes it elsewhere than a plain answer. */
  openFile: OpenFile;
  /** Closes the connections to the CDN; transfers under way are cut. */
  close(): Promise<void>;
}

const zipPrefix = archivePath.slice(mediaPath.length);

export function createMedia(options: MediaOptions): Media {
  const { secret, now, renew, abilities = noAbilities, isFallback = () => false } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const judge = createMediaHostRule(options.allowedHosts, options.loopback);
  const sealer = createSealer(secret, 'media-ticket');
  const tagger = createEntityTagger(secret);
  const upstream = createUpstreamRequester(options.lookup ?? createJudgingLookup());
  const issueTicket = createTicketIssuer({ sealer, judge, now });
  const openTicket = createTicketOpener({ sealer, judge, tagger, now, admits: options.admits ?? null });
  const openFile = createFileOpener({
    requestUpstream: upstream.requestUpstream,
    judge,
    renew,
    tagger,
    limits,
    now,
  });
  const bridgeCuts = createCutBridge(openFile);
  const convertFile = createFileConverter({
    ...{ abilities, openFile, idleMs: limits.idleMs },
    limits: { ...conversionLimits, ...options.conversionLimits },
  });
  const archives = createArchiveTickets({
    sealer: createSealer(secret, 'media-archive'),
    now,
    admits: options.admits ?? null,
  });
  const onTransfer = options.onTransfer ?? (() => undefined);
  const serveFile = createMediaServer({
    openTicket,
    openFile,
    bridgeCuts,
    convertFile,
    tagger,
    limits,
    now,
    isFallback,
    onTransfer,
    ...(options.mayOffload && { mayOffload: options.mayOffload }),
  });
  const { readPost } = options;
  const serveArchive =
    readPost &&
    createArchiveServer({
      openArchive: archives.open,
      readPost,
      openFile,
      streamFile: createFileStreamer(openFile, bridgeCuts),
      judge,
      tagger,
      limits,
      now,
      onTransfer,
    });
  return {
    offer: (post) =>
      offerMedia(post, { issueTicket, now, abilities, ...(readPost && { issueArchive: archives.issue }) }),
    serve: (request, response, token, refuse, admit) =>
      serveArchive && token.startsWith(zipPrefix)
        ? serveArchive(request, response, token.slice(zipPrefix.length), refuse, admit)
        : serveFile(request, response, token, refuse, admit),
    readWhole: createWholeReader({ openTicket, openFile, limits }),
    issueTicket,
    openTicket,
    readAddress,
    readResume,
    weighArchive(address, forBytes, isRest) {
      if (!address.startsWith(zipPrefix)) return null;
      const asked = archives.open(address.slice(zipPrefix.length), forBytes, isRest);
      if (!asked.ok) return { files: 0, onlyRest: false };
      return { files: asked.value.chosen.length, onlyRest: asked.value.onlyRest === true };
    },
    isFallback,
    openFile,
    async close() {
      upstream.close();
    },
  };
}
