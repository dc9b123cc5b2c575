import { createHash } from 'node:crypto';
import type { ExtractionErrorCode, MediaType, SourceKind } from '#threads/contract.ts';
import { type Clip, gif, type ImageFiles, type MediaFile, voice } from './media-files.ts';

/** All users of the fake Threads are fictional. */
export interface FakeUser {
  username: string;
  name: string;
  /** Decimal id. */
  pk: string;
}

const invent = (username: string, name: string, pk: string): FakeUser => ({ username, name, pk });

export const mira = invent('mira.demo', 'Mira Demo', '63000000101');
export const otto = invent('otto_sample', 'Otto Sample', '63000000102');
export const lina = invent('lina.fiktiv', 'Lina Fiktiv 🌿', '63000000103');
export const kenji = invent('kenji.example', 'Kenji Example', '63000000104');
export const noor = invent('noor_imagined', 'نور (imagined)', '63000000105');
export const somchai = invent('somchai.test', 'สมชาย ทดสอบ', '63000000106');
export const hidden = invent('hidden.person', 'Hidden Person', '63000000107');
export const departed = invent('departed.demo', 'Departed Demo', '63000000108');

/** Authors of replies and related posts. */
export const strangers: [FakeUser, FakeUser, ...FakeUser[]] = [
  invent('stranger.one', 'Stranger One', '63000000201'),
  invent('some_passerby', 'Some Passerby', '63000000202'),
  invent('tea.and.toast', 'Tea & Toast', '63000000203'),
  invent('nobody_real', 'Nobody Real', '63000000204'),
  invent('papier.boot', 'Papierboot', '63000000205'),
  invent('fiction.fan', 'Fiction Fan', '63000000206'),
  invent('lorem.ipsum', 'Lorem Ipsum', '63000000207'),
];

export type Content =
  | { kind: 'none' }
  | {
      kind: 'photo';
      image: ImageFiles;
      alt?: string;
      /** Adds upscaled square crops that are larger than the photo. */
      largeCrops?: true;
    }
  | { kind: 'video'; clip: Clip }
  | { kind: 'carousel'; items: (ImageFiles | Clip)[] }
  | { kind: 'gif'; firstParty: boolean }
  | { kind: 'voice' }
  /** What a repost has instead of media. */
  | { kind: 'placeholders' };

export interface LinkPreview {
  url: string;
  title: string;
  host: string;
}

export interface PostPlan {
  code: string;
  author: FakeUser;
  text: string | null;
  content: Content;
  replyTo?: FakeUser;
  link?: LinkPreview;
  linked?: PostPlan;
  attached?: PostPlan;
  reposted?: PostPlan;
  quoted?: PostPlan;
  /** The parts of the text, with their formats. Together they are the text. */
  fragments?: Record<string, unknown>[];
  /** The parts of the long text that is attached to the post; null if Threads withholds it. */
  longText?: Record<string, unknown>[] | null;
  hidesMedia?: true;
  /** Position in its thread, and the length of the thread. */
  position?: [number, number];
  /** Overrides the id that the code encodes. */
  pk?: string;
  /** Deleted: only an entry without an author is left. */
  tombstone?: true;
  /** Was visible for a day. */
  ghost?: true;
}

export const none: Content = { kind: 'none' };
export const photo = (image: ImageFiles): Content => ({ kind: 'photo', image });
export const video = (clip: Clip): Content => ({ kind: 'video', clip });

export function createPost(
  code: string,
  author: FakeUser,
  text: string | null,
  content: Content,
  others: Partial<PostPlan> = {},
): PostPlan {
  return { code, author, text, content, ...others };
}

/** Failures that any endpoint can have. */
type CommonResponseKind =
  | 'busy'
  | 'pleaseWait'
  | 'checkpoint'
  | 'slow'
  | 'login'
  | 'redirectInside'
  | 'emptyPage'
  | 'changed';

export type PageResponseKind =
  | CommonResponseKind
  | 'post'
  | 'autumn'
  | 'fragments'
  | 'emptyOnce'
  | 'strangers'
  | 'invalidPost'
  | 'restricted'
  | 'geoBlocked'
  | 'signIn';
export type ApiResponseKind = CommonResponseKind | 'post' | 'notFound' | 'rejected' | 'deadQuery';
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

/** No strategy works. */
export const blockedResponses: SceneResponses = {
  page: 'emptyPage',
  graphql: 'rejected',
  route: 'rejected',
  embed: 'emptyPage',
};
export const missingResponses: SceneResponses = {
  page: 'invalidPost',
  graphql: 'notFound',
  route: 'notFound',
  embed: 'unavailable',
};

export function everywhere(responseKind: CommonResponseKind): SceneResponses {
  return { page: responseKind, graphql: responseKind, route: responseKind, embed: responseKind };
}

function listFiles(content: Content): MediaFile[] {
  switch (content.kind) {
    case 'photo':
      return [content.image.file];
    case 'video':
      return [content.clip.file];
    case 'carousel':
      return content.items.map((item) => item.file);
    case 'gif':
      return [gif.file];
    case 'voice':
      return [voice];
    default:
      return [];
  }
}

export function expectItems(post: PostPlan, kind: SourceKind): ExpectedItem[] {
  const source = { kind, username: post.author.username };
  return listFiles(post.content).map(({ type, width, height, durationSeconds, format, sha256, bytes }) => ({
    ...{ type, width, height, durationSeconds, format, sha256, bytes },
    source,
  }));
}

type SceneOptions = Partial<Omit<ScenePlan, 'title' | 'post' | 'expected'>>;

function hasImage(post: PostPlan): boolean {
  return ['photo', 'video', 'carousel'].includes(post.content.kind);
}

export function mediaScene(
  title: string,
  post: PostPlan,
  items: ExpectedItem[] = expectItems(post, 'own'),
  options: SceneOptions = {},
): ScenePlan {
  return {
    title,
    post,
    responses: defaultResponses,
    hasOgImage: hasImage(post),
    expected: { items },
    ...options,
  };
}

export function errorScene(
  title: string,
  post: PostPlan,
  code: ExtractionErrorCode,
  options: SceneOptions = {},
): ScenePlan {
  return { title, post, responses: defaultResponses, hasOgImage: false, expected: { code }, ...options };
}

const shortcodeAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The decimal id is the code in base 64, most significant digit first. */
export function codeToPk(code: string): string {
  let pk = 0n;
  for (const character of code) pk = pk * 64n + BigInt(shortcodeAlphabet.indexOf(character));
  return String(pk);
}

/** Creation time in Unix seconds, from the upper bits of the id. */
export function pkToTakenAt(pk: string): number {
  return Math.floor(Number((BigInt(pk) >> 23n) + 1_314_220_021_721n) / 1000);
}

/** A long number derived from `name`. */
export function inventNumber(name: string, length: number): string {
  const hex = createHash('sha256').update(name).digest('hex').slice(0, 24);
  return BigInt(`0x1${hex}`).toString().slice(0, length);
}
