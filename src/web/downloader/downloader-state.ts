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
  postUrl: string | null;
  /** An http or https URL in the post, where its media may be. */
  linksTo?: string;
}

export interface DownloaderState {
  stage: DownloaderStage;
  link: string;
  found: ExtractedMedia | null;
  problem: ExtractionProblem | null;
  isLinkInvalid: boolean;
  isVerified: boolean;
  /** Set for a text with several links; the other fields are then initial. */
  batch: PostLinkList | null;
}

export type DownloaderEvent =
  | { type: 'link-changed'; link: string }
  | { type: 'link-rejected' }
  | { type: 'extract'; link: string }
  | { type: 'link-found'; link: string }
  | { type: 'found'; found: ExtractedMedia }
  | { type: 'batch-found'; batch: PostLinkList }
  | { type: 'failed'; problem: ExtractionProblem }
  | { type: 'stopped' }
  | { type: 'verified' }
  | { type: 'unverified' }
  | { type: 'download-started' }
  | ({ type: 'renewed' } & MediaRenewal)
  | { type: 'thread-expanded'; found: ExtractedMedia }
  | { type: 'reset' };

export const initialDownloaderState: DownloaderState = {
  stage: 'input',
  link: '',
  found: null,
  problem: null,
  isLinkInvalid: false,
  isVerified: false,
  batch: null,
};

/** input -> extracting -> verifying -> downloading. An event that does not fit the stage is ignored. */
export function downloaderReducer(state: DownloaderState, event: DownloaderEvent): DownloaderState {
  const hasMedia = state.stage === 'verifying' || state.stage === 'downloading';
  switch (event.type) {
    case 'link-changed':
      // On hydration, the field reports its value even if it is unchanged.
      if (state.stage !== 'input' || event.link === state.link) return state;
      return { ...state, link: event.link, isLinkInvalid: false };
    case 'link-rejected':
      return state.stage === 'input' ? { ...state, isLinkInvalid: true, problem: null } : state;
    case 'extract':
      return state.stage === 'input'
        ? { ...initialDownloaderState, stage: 'extracting', link: event.link }
        : state;
    case 'link-found':
      return state.stage === 'extracting' ? { ...state, link: event.link } : state;
    case 'found':
      return state.stage === 'extracting' ? { ...state, stage: 'verifying', found: event.found } : state;
    case 'batch-found':
      return state.stage === 'extracting' ? { ...initialDownloaderState, batch: event.batch } : state;
    case 'failed':
      return state.stage === 'extracting' ? { ...state, stage: 'input', problem: event.problem } : state;
    case 'stopped':
      return state.stage === 'extracting' ? { ...initialDownloaderState, link: state.link } : state;
    case 'verified':
      return state.stage === 'verifying' ? { ...state, isVerified: true } : state;
    case 'unverified':
      return hasMedia ? { ...state, stage: 'verifying', isVerified: false } : state;
    case 'download-started':
      return hasMedia && state.isVerified ? { ...state, stage: 'downloading' } : state;
    case 'renewed':
      return hasMedia && state.found ? { ...state, found: applyRenewal(state.found, event) } : state;
    case 'thread-expanded':
      return hasMedia ? { ...state, found: event.found } : state;
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
