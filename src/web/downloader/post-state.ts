import type { ExtractedPost, Quality } from '#extraction/contract.ts';
import { applyRenewedUrls } from './media/group-media.ts';

export interface ExtractedMedia {
  /** Never empty. */
  qualities: Quality[];
  post: ExtractedPost | null;
  /** Only if there are several items. */
  zipUrl?: string;
}

/** Renewed URLs; without `zipUrl`, the ZIP is no longer available. */
export interface MediaRenewal {
  requestedFor: ExtractedMedia;
  qualities: Quality[];
  zipUrl?: string | undefined;
}

export interface ExtractionProblem {
  text: string;
  advice?: string;
  /** Set if the post was found but has nothing to download. */
  post: ExtractedPost | null;
  /** The post on Threads, where the visitor may see it. */
  openUrl?: string;
  /** The post has no media on Threads, but words to read. */
  isWordsOnly?: true;
  /** An http or https URL in the post, where its media may be. */
  linksTo?: string;
  /** Set if the same link may work later; in seconds, or 0 if no wait is known. */
  retryAfterSeconds?: number;
  /** This server limits all requests, not only Threads this one. */
  isRateLimited?: true;
}

interface UnreadPost {
  phase: 'waiting' | 'extracting';
  found: null;
  problem: null;
}

interface FoundPost {
  phase: 'found';
  found: ExtractedMedia;
  problem: null;
}

export interface FailedPost {
  phase: 'failed';
  found: null;
  problem: ExtractionProblem;
}

/** Of the post of one link, whether it is the only one or one of several. */
export type PostState = UnreadPost | FoundPost | FailedPost;

export type PostEvent =
  | { type: 'found'; found: ExtractedMedia }
  | { type: 'failed'; problem: ExtractionProblem }
  | ({ type: 'renewed' } & MediaRenewal)
  | { type: 'thread-expanded'; found: ExtractedMedia }
  | { type: 'words-expanded'; problem: ExtractionProblem };

export const waitingPost: PostState = { phase: 'waiting', found: null, problem: null };
export const extractingPost: PostState = { phase: 'extracting', found: null, problem: null };
const foundPost = (found: ExtractedMedia): PostState => ({ phase: 'found', found, problem: null });
const failedPost = (problem: ExtractionProblem): PostState => ({ phase: 'failed', found: null, problem });

/** waiting -> extracting -> found or failed. An event that does not fit the phase changes nothing. */
export function updatePost(post: PostState, event: PostEvent): PostState {
  const { phase, found, problem } = post;
  switch (event.type) {
    case 'found':
      return phase === 'extracting' ? foundPost(event.found) : post;
    case 'failed':
      return phase === 'extracting' ? failedPost(event.problem) : post;
    case 'renewed':
      return found ? foundPost(applyRenewal(found, event)) : post;
    case 'thread-expanded':
      // A post with only words counts as failed, until its thread turns out to have media.
      return found || problem?.isWordsOnly ? foundPost(event.found) : post;
    case 'words-expanded':
      return problem?.isWordsOnly ? failedPost(event.problem) : post;
  }
}

/** If a thread has replaced the post since the request, its ZIP and its extra files stay. */
function applyRenewal(
  current: ExtractedMedia,
  { requestedFor, qualities, zipUrl }: MediaRenewal,
): ExtractedMedia {
  if (current !== requestedFor)
    return { ...current, qualities: applyRenewedUrls(current.qualities, qualities) };
  return { qualities, post: current.post, ...(zipUrl !== undefined && { zipUrl }) };
}
