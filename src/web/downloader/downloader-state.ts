import type { ExtractedPost, Quality } from '#extraction/contract.ts';
import type { PostLinkList } from './extraction/list-post-links.ts';
import { applyRenewedUrls } from './media/group-media.ts';

export type DownloaderStage = 'input' | 'extracting' | 'verifying' | 'downloading';

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

export interface DownloaderState {
  stage: DownloaderStage;
  link: string;
  /** Whether the whole thread was requested by its address. */
  isThread: boolean;
  found: ExtractedMedia | null;
  problem: ExtractionProblem | null;
  isLinkInvalid: boolean;
  /** Automatic retries of this link so far. */
  retries: number;
  /** Set for a text with several links; the other fields are then initial. */
  batch: PostLinkList | null;
}

export type DownloaderEvent =
  | { type: 'link-changed'; link: string }
  | { type: 'link-rejected' }
  | { type: 'extract'; link: string; isThread?: boolean; isRetry?: boolean }
  | { type: 'link-found'; link: string }
  | { type: 'found'; found: ExtractedMedia; isVerified: boolean }
  | { type: 'batch-found'; batch: PostLinkList }
  | { type: 'failed'; problem: ExtractionProblem }
  | { type: 'stopped' }
  | { type: 'verified' }
  | ({ type: 'renewed' } & MediaRenewal)
  | { type: 'thread-expanded'; found: ExtractedMedia }
  | { type: 'words-expanded'; problem: ExtractionProblem }
  | { type: 'reset' };

export const initialDownloaderState: DownloaderState = {
  stage: 'input',
  link: '',
  isThread: false,
  found: null,
  problem: null,
  isLinkInvalid: false,
  retries: 0,
  batch: null,
};

/** input -> extracting -> verifying -> downloading, once the sum is solved. An event that does not fit the stage is ignored. */
export function downloaderReducer(state: DownloaderState, event: DownloaderEvent): DownloaderState {
  const hasMedia = state.stage === 'verifying' || state.stage === 'downloading';
  switch (event.type) {
    case 'link-changed':
      // On hydration, the field reports its value even if it is unchanged.
      if (state.stage !== 'input' || event.link === state.link) return state;
      return {
        ...state,
        link: event.link,
        isLinkInvalid: false,
        // Another link is not retried.
        problem: state.problem?.isWordsOnly ? state.problem : null,
      };
    case 'link-rejected':
      return state.stage === 'input' ? { ...state, isLinkInvalid: true, problem: null } : state;
    case 'extract':
      return state.stage === 'input'
        ? {
            ...initialDownloaderState,
            stage: 'extracting',
            link: event.link,
            isThread: event.isThread ?? false,
            retries: event.isRetry ? state.retries + 1 : 0,
          }
        : state;
    case 'link-found':
      return state.stage === 'extracting' ? { ...state, link: event.link } : state;
    case 'found':
      if (state.stage !== 'extracting') return state;
      return {
        ...state,
        stage: event.isVerified ? 'downloading' : 'verifying',
        found: event.found,
        retries: 0,
      };
    case 'batch-found':
      return state.stage === 'extracting' ? { ...initialDownloaderState, batch: event.batch } : state;
    case 'failed':
      return state.stage === 'extracting' ? { ...state, stage: 'input', problem: event.problem } : state;
    case 'stopped':
      return state.stage === 'extracting' ? { ...initialDownloaderState, link: state.link } : state;
    case 'verified':
      return hasMedia ? { ...state, stage: 'downloading' } : state;
    case 'renewed':
      return hasMedia && state.found ? { ...state, found: applyRenewal(state.found, event) } : state;
    case 'thread-expanded':
      return hasMedia ? { ...state, found: event.found } : state;
    case 'words-expanded':
      return state.problem?.isWordsOnly ? { ...state, problem: event.problem } : state;
    case 'reset':
      return initialDownloaderState;
  }
}

/** If a thread has replaced the post since the request, its ZIP and its extra files stay. */
export function applyRenewal(
  current: ExtractedMedia,
  { requestedFor, qualities, zipUrl }: MediaRenewal,
): ExtractedMedia {
  if (current !== requestedFor)
    return { ...current, qualities: applyRenewedUrls(current.qualities, qualities) };
  return { qualities, post: current.post, ...(zipUrl !== undefined && { zipUrl }) };
}
