import type { ExtractionErrorCode, MediaType, SourceKind } from '#threads/contract.ts';
import type { MediaFile } from './media-files.ts';
import type { PostPlan } from './post-plan.ts';

/** Faults any edge can have. */
type CommonAnswer = 'busy' | 'slow' | 'login' | 'redirectInside' | 'shell' | 'changed';

export type PageAnswer =
  | CommonAnswer
  | 'post'
  | 'fragments'
  | 'shellOnce'
  | 'strangers'
  | 'invalidPost'
  | 'restricted';
export type ApiAnswer = CommonAnswer | 'post' | 'notFound' | 'rejected';
export type EmbedAnswer = CommonAnswer | 'card' | 'unavailable' | 'frameOnly';

export interface Answers {
  page: PageAnswer;
  graphql: ApiAnswer;
  route: ApiAnswer;
  embed: EmbedAnswer;
}

export interface ExpectedItem {
  type: MediaType;
  /** Delivered size; null where the only strategy left does not tell. */
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  source: { kind: SourceKind; username: string };
  format: string;
  /** Hex digest of the delivered bytes; null where they cannot be had whole. */
  sha256: string | null;
  bytes: number;
}

export type Expected = { items: ExpectedItem[] } | { code: ExtractionErrorCode };

export interface ScenePlan {
  /** One line: what the scene shows. */
  title: string;
  post: PostPlan;
  /** In the same thread, before the asked post. */
  before?: PostPlan[];
  /**
   * All posts of the thread in order, the asked one among them. Each of them has a page of its own, with what comes
   * before in the asked edge and what comes behind in the next one.
   */
  thread?: PostPlan[];
  /** What a right reading of the whole thread gives. */
  whole?: { posts: string[]; items: (ExpectedItem & { code: string })[]; incomplete: boolean };
  /** The next edge of the page: the author going on. */
  nextEdge?: PostPlan[];
  /** A second object that claims the code of the asked post. */
  impostor?: PostPlan;
  answers: Answers;
  /** Addresses of the first reading answer as expired. */
  expiresOnce?: true;
  /** The profile page leads to /login. */
  privateProfile?: true;
  /** The head names a picture of the post; false leaves the avatar, as for a text post. */
  ogPicture: boolean;
  expected: Expected;
}

export const asUsual: Answers = { page: 'post', graphql: 'post', route: 'post', embed: 'card' };

export function everywhere(answer: CommonAnswer): Answers {
  return { page: answer, graphql: answer, route: answer, embed: answer };
}

export function expectFile(file: MediaFile, kind: SourceKind, username: string): ExpectedItem {
  const { type, width, height, durationSeconds, format, sha256, bytes } = file;
  return { type, width, height, durationSeconds, source: { kind, username }, format, sha256, bytes };
}
