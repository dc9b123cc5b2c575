import type { PostSummary, Quality } from '#media/contract.ts';
import { takeRenewed } from './group-media.ts';
import type { ListedLinks } from './list-links.ts';

export type Stage = 'input' | 'extracting' | 'verifying' | 'downloading';

export interface FoundMedia {
  /** Never empty. */
  qualities: Quality[];
  post: PostSummary | null;
  /** All of it as one ZIP; only where there are several items. */
  zipUrl?: string;
}

/** Later addresses of what was found; without `zipUrl` the ZIP can no longer be had. */
export interface Renewal {
  /** What was shown when they were asked for. */
  of: FoundMedia;
  qualities: Quality[];
  zipUrl?: string | undefined;
}

export interface Problem {
  /** A sentence in the page's language. */
  text: string;
  /** What to do about it, where the sentence does not say. */
  advice?: string;
  /** The post on Threads, where it was found but holds nothing to save here. */
  postUrl: string | null;
  /** Where the post's own link leads: its media may be there. http and https only. */
  linksTo?: string;
}

export interface DownloaderState {
  stage: Stage;
  link: string;
  found: FoundMedia | null;
  problem: Problem | null;
  /** The link names neither of the accepted hosts. */
  isLinkRefused: boolean;
  isVerified: boolean;
  /** Where one text held several links: then each has a state of its own, and the rest of this one is as at the beginning. */
  several: ListedLinks | null;
}

export type DownloaderEvent =
  | { type: 'typed'; link: string }
  | { type: 'link-refused' }
  | { type: 'extract'; link: string }
  | { type: 'link-found'; link: string }
  | { type: 'found'; found: FoundMedia }
  | { type: 'several'; several: ListedLinks }
  | { type: 'failed'; problem: Problem }
  | { type: 'stopped' }
  | { type: 'verified' }
  | { type: 'unverified' }
  | { type: 'download-chosen' }
  | ({ type: 'renewed' } & Renewal)
  /** The whole thread, in the place of the post. */
  | { type: 'widened'; found: FoundMedia }
  | { type: 'reset' };

export const initialState: DownloaderState = {
  stage: 'input',
  link: '',
  found: null,
  problem: null,
  isLinkRefused: false,
  isVerified: false,
  several: null,
};

/** input -> extracting -> verifying -> downloading. An event that does not fit the stage changes nothing. */
export function advance(state: DownloaderState, event: DownloaderEvent): DownloaderState {
  const hasMedia = state.stage === 'verifying' || state.stage === 'downloading';
  switch (event.type) {
    case 'typed':
      // The field says what it holds when the page comes alive: that is no change.
      if (state.stage !== 'input' || event.link === state.link) return state;
      return { ...state, link: event.link, isLinkRefused: false };
    case 'link-refused':
      return state.stage === 'input' ? { ...state, isLinkRefused: true, problem: null } : state;
    case 'extract':
      return state.stage === 'input' ? { ...initialState, stage: 'extracting', link: event.link } : state;
    case 'link-found':
      return state.stage === 'extracting' ? { ...state, link: event.link } : state;
    case 'found':
      return state.stage === 'extracting' ? { ...state, stage: 'verifying', found: event.found } : state;
    case 'several':
      return state.stage === 'extracting' ? { ...initialState, several: event.several } : state;
    case 'failed':
      return state.stage === 'extracting' ? { ...state, stage: 'input', problem: event.problem } : state;
    case 'stopped':
      return state.stage === 'extracting' ? { ...initialState, link: state.link } : state;
    case 'verified':
      return state.stage === 'verifying' ? { ...state, isVerified: true } : state;
    case 'unverified':
      return hasMedia ? { ...state, stage: 'verifying', isVerified: false } : state;
    case 'download-chosen':
      return hasMedia && state.isVerified ? { ...state, stage: 'downloading' } : state;
    case 'renewed':
      return hasMedia && state.found ? { ...state, found: renewFound(state.found, event) } : state;
    case 'widened':
      return hasMedia ? { ...state, found: event.found } : state;
    case 'reset':
      return initialState;
  }
}

/** Where the thread has taken the place of the post meanwhile, its ZIP stays, and so does what only it has. */
export function renewFound(shown: FoundMedia, { of, qualities, zipUrl }: Renewal): FoundMedia {
  if (shown !== of) return { ...shown, qualities: takeRenewed(shown.qualities, qualities) };
  const { zipUrl: _, ...rest } = shown;
  return { ...rest, qualities, ...(zipUrl !== undefined && { zipUrl }) };
}
