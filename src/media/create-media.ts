import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { createJudgingLookup } from '#platform/safe-fetch-lookup.ts';
import { createSealer } from '#platform/sealed-token.ts';
import type { Post } from '#threads/contract.ts';
import { createMediaHostRule } from './allowed-media-host.ts';
import {
  type ConversionLimits,
  conversionLimits,
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
import { readAddress } from './read-address.ts';
import { createWholeReader, type ReadWhole } from './read-whole.ts';
import { createUpstreamRequester } from './request-upstream.ts';
import { createMediaServer, type ServeMedia, type Transfer } from './serve-media.ts';

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
  limits?: Partial<TransferLimits>;
  /** What files can be turned into others with; left out: none is. */
  abilities?: Abilities;
  conversionLimits?: Partial<ConversionLimits>;
  onTransfer?: (transfer: Transfer) => void;
  /** Left out: this process sends every file. */
  mayOffload?: (request: IncomingMessage) => boolean;
  /** Where files have to be proved for: whether a pass opens those of a post. */
  admits?: AdmitPass;
  /** Judges every name by default. */
  lookup?: LookupFunction;
}

export interface Media {
  offer(post: Post): { qualities: Quality[]; post: PostSummary };
  serve: ServeMedia;
  readWhole: ReadWhole;
  issueTicket: IssueTicket;
  openTicket: OpenTicket;
  readAddress: typeof readAddress;
  /** A judged file from the CDN, for one who writes it elsewhere than a plain answer. */
  openFile: OpenFile;
  /** Closes the connections to the CDN; transfers under way are cut. */
  close(): Promise<void>;
}

export function createMedia(options: MediaOptions): Media {
  const { secret, now, renew, abilities = noAbilities } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const judge = createMediaHostRule(options.allowedHosts, options.loopback);
  const sealer = createSealer(secret, 'media-ticket');
  const tagger = createEntityTagger(secret);
  const upstream = createUpstreamRequester(options.lookup ?? createJudgingLookup());
  const issueTicket = createTicketIssuer({ sealer, judge, now });
  const openTicket = createTicketOpener({ sealer, judge, now, admits: options.admits ?? null });
  const openFile = createFileOpener({
    requestUpstream: upstream.requestUpstream,
    judge,
    renew,
    tagger,
    limits,
    now,
  });
  const convertFile = createFileConverter({
    ...{ abilities, openFile, idleMs: limits.idleMs },
    limits: { ...conversionLimits, ...options.conversionLimits },
  });
  return {
    offer: (post) => offerMedia(post, { issueTicket, now, abilities }),
    serve: createMediaServer({
      openTicket,
      openFile,
      convertFile,
      tagger,
      limits,
      now,
      onTransfer: options.onTransfer ?? (() => undefined),
      ...(options.mayOffload && { mayOffload: options.mayOffload }),
    }),
    readWhole: createWholeReader({ openTicket, openFile, limits }),
    issueTicket,
    openTicket,
    readAddress,
    openFile,
    async close() {
      upstream.close();
    },
  };
}
