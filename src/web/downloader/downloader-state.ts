import type { PostLinkList } from './extraction/list-post-links.ts';
import { extractingPost, type PostEvent, type PostState, updatePost, waitingPost } from './post-state.ts';

/** The form, and the post of its link. */
export type DownloaderState = PostState & {
  link: string;
  /** Whether the whole thread was requested by its address. */
  isThread: boolean;
  /** Whether the sum is solved; false until the post is found. */
  isVerified: boolean;
  isLinkInvalid: boolean;
  /** Automatic retries of this link so far. */
  retries: number;
  /** Set for a text with several links; the other fields are then initial. */
  batch: PostLinkList | null;
};

export type DownloaderEvent =
  | { type: 'link-changed'; link: string }
  | { type: 'link-rejected' }
  | { type: 'extract'; link: string; isThread?: boolean; isRetry?: boolean }
  | { type: 'link-found'; link: string }
  | { type: 'batch-found'; batch: PostLinkList }
  | { type: 'stopped' }
  | { type: 'verified' }
  | { type: 'reset' }
  | PostEvent;

export const initialDownloaderState: DownloaderState = {
  ...waitingPost,
  link: '',
  isThread: false,
  isVerified: false,
  isLinkInvalid: false,
  retries: 0,
  batch: null,
};

/** An event that does not fit the phase is ignored. */
export function downloaderReducer(state: DownloaderState, event: DownloaderEvent): DownloaderState {
  const isExtracting = state.phase === 'extracting';
  const isInput = state.phase === 'waiting' || state.phase === 'failed';
  switch (event.type) {
    case 'link-changed':
      // On hydration, the field reports its value even if it is unchanged.
      if (!isInput || event.link === state.link) return state;
      return {
        ...state,
        // Another link is not retried.
        ...(!state.problem?.isWordsOnly && waitingPost),
        link: event.link,
        isLinkInvalid: false,
      };
    case 'link-rejected':
      return isInput ? { ...state, ...waitingPost, isLinkInvalid: true } : state;
    case 'extract':
      return isInput
        ? {
            ...initialDownloaderState,
            ...extractingPost,
            link: event.link,
            isThread: event.isThread ?? false,
            retries: event.isRetry ? state.retries + 1 : 0,
          }
        : state;
    case 'link-found':
      return isExtracting ? { ...state, link: event.link } : state;
    case 'batch-found':
      return isExtracting ? { ...initialDownloaderState, batch: event.batch } : state;
    case 'stopped':
      return isExtracting ? { ...initialDownloaderState, link: state.link } : state;
    case 'verified':
      return state.found ? { ...state, isVerified: true } : state;
    case 'reset':
      return initialDownloaderState;
    default: {
      const post = updatePost(state, event);
      return post === state ? state : { ...state, ...post, retries: post.found ? 0 : state.retries };
    }
  }
}
