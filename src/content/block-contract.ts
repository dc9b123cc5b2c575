import type { Locale } from '#i18n/locales.ts';
import { calloutKinds } from './elements.ts';

/** What a `figure` can be besides an image or a table with a caption. Its `class` in stored HTML. */
export const figureKinds = [
  'threads-post',
  'download-field',
  'gallery',
  'embed',
  'clip',
  'wide',
  'full',
] as const;
export type FigureKind = (typeof figureKinds)[number];

/** null for no or any other class. */
export function parseFigureKind(classes = ''): FigureKind | null {
  const names = classes.trim().split(/\s+/, 20);
  return figureKinds.find((kind) => names.includes(kind)) ?? null;
}

export type CalloutKind = (typeof calloutKinds)[number];

/** Of the label that a page shows at the start of a callout. It isn't stored. */
export const calloutLabelClass = 'callout-label';

/** The kind of an element with the class of a callout. */
export function parseCalloutKind(classes: string): CalloutKind {
  return calloutKinds.find((kind) => classes.split(/\s+/).includes(`callout-${kind}`)) ?? 'note';
}

/** Of the link from a note to its reference, which only rendered HTML has. */
export const footnoteBackClass = 'footnote-back';

const noteIdPattern = /^fn-[a-z0-9]{1,20}$/;

/** The id of a note; undefined for all other ids. */
export function parseNoteId(id = ''): string | undefined {
  return noteIdPattern.test(id) ? id : undefined;
}

export function createNoteId(): string {
  return `fn-${Math.random().toString(36).slice(2, 10) || '0'}`;
}

export interface ThreadsPostImage {
  src: string;
  width: number;
  height: number;
  alt: string;
  /** The poster of a video, which the page links to. */
  isVideo: boolean;
}

/** A post of Threads as an article shows it: everything is stored, nothing is loaded from Threads. */
export interface EmbeddedThreadsPost {
  url: string;
  name: string;
  /** Without the @. */
  username: string;
  /** `2026-11-20`. */
  date: string;
  text: string;
  /** Of the text, if it is clear. */
  lang: Locale | null;
  images: ThreadsPostImage[];
  /** How many images or posters could not be stored. */
  missingImages: number;
}
