import type { ExtractionErrorCode, MediaType, SourceKind } from '#threads/contract.ts';
import type { MediaFile } from './media-files.ts';
import type { PostPlan } from './post-plan.ts';

/** Failures that any endpoint can have. */
type CommonResponseKind = 'busy' | 'slow' | 'login' | 'redirectInside' | 'emptyPage' | 'changed';

export type PageResponseKind =
  | CommonResponseKind
  | 'post'
  | 'fragments'
  | 'emptyOnce'
  | 'strangers'
  | 'invalidPost'
  | 'restricted';
export type ApiResponseKind = CommonResponseKind | 'post' | 'notFound' | 'rejected';
export type EmbedResponseKind = CommonResponseKind | 'card' | 'unavailable' | 'frameOnly';

export interface SceneResponses {
  page: PageResponseKind;
  graphql: ApiResponseKind;
  route: ApiResponseKind;
  embed: EmbedResponseKind;
}

export interface ExpectedItem {
  type: MediaType;
  /** Delivered size; null if the only working strategy doesn't state it. */
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  source: { kind: SourceKind; username: string };
  format: string;
  /** Hex digest; null if the file is never delivered completely. */
  sha256: string | null;
  bytes: number;
}

export type Expected = { items: ExpectedItem[] } | { code: ExtractionErrorCode };

export interface ScenePlan {
  title: string;
  post: PostPlan;
  /** Posts before the requested one in the same thread. */
  before?: PostPlan[];
  /** All posts of the thread in order. Each has its own page; the posts after it are in the next edge. */
  thread?: PostPlan[];
  expectedThread?: { posts: string[]; items: (ExpectedItem & { code: string })[]; incomplete: boolean };
  /** The author's follow-ups in the next edge of the page. */
  nextEdge?: PostPlan[];
  /** A second object with the code of the requested post. */
  impostor?: PostPlan;
  responses: SceneResponses;
  /** The URLs of the first read have expired. */
  expiresOnce?: true;
  /** The profile page redirects to /login. */
  privateProfile?: true;
  /** Whether the head names an image of the post instead of the avatar. */
  hasOgImage: boolean;
  expected: Expected;
}

export const defaultResponses: SceneResponses = {
  page: 'post',
  graphql: 'post',
  route: 'post',
  embed: 'card',
};

export function everywhere(responseKind: CommonResponseKind): SceneResponses {
  return { page: responseKind, graphql: responseKind, route: responseKind, embed: responseKind };
}

export function expectFile(file: MediaFile, kind: SourceKind, username: string): ExpectedItem {
  const { type, width, height, durationSeconds, format, sha256, bytes } = file;
  return { type, width, height, durationSeconds, source: { kind, username }, format, sha256, bytes };
}
