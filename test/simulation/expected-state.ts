import type { Locale } from '#i18n/locales.ts';

/** What was acknowledged: plain data that knows nothing of the services. */
export interface ExpectedState {
  /** Numbers that were given to posts, to their texts, and to saves. */
  numbered: number;
  texts: number;
  saves: number;
  posts: ExpectedPost[];
  /** Translations whose original was deleted. */
  orphans: Set<string>;
  runs: ExpectedRun[];
  links: ExpectedLink[];
  users: ExpectedUser[];
  images: string[];
  messages: ExpectedMessage[];
  session: { cookie: string; startedAt: number; expiresAt: number } | null;
}

export interface ExpectedMessage {
  subject: string;
  deleteAt: number;
  /** Two if it was sent again: the form has no key. */
  maxCopies: number;
}

export interface PostText {
  title: string;
  /** Number of paragraphs, so that the outline of a translation says which text it is of. */
  paragraphs: number;
  marker: string;
}

export interface ExpectedPost {
  number: number;
  id: string;
  slug: string;
  version: number;
  /** Of the save that made this version. */
  saveId: string | null;
  status: 'draft' | 'published';
  edited: PostText;
  /** What readers see. */
  visible: PostText | null;
  hasWorkingCopy: boolean;
  scheduledAt: number | null;
  publishedAt: number | null;
  /** Number of its revisions that say it was published. */
  publications: number;
  translations: Map<Locale, ExpectedTranslation>;
}

export interface ExpectedTranslation {
  id: string;
  slug: string;
  version: number;
  isPublished: boolean;
  publications: number;
  /** Of the text it was made from, if it was accepted as a whole. */
  paragraphs: number | null;
}

export interface ExpectedRun {
  id: string;
  /** Its number. */
  post: number;
  status: string;
  endedAt: string | null;
}

export interface ExpectedUser {
  email: string;
  name: string;
  role: 'owner' | 'editor' | 'author';
  password: string;
}

/** Valid until `expiresAt`, and refused from then on. */
export interface ExpectedLink {
  kind: 'invitation' | 'reset' | 'preview' | 'ticket';
  /** A token, or a path. */
  value: string;
  expiresAt: number;
  /** Of an invitation or a password reset. */
  email?: string;
  role?: 'editor' | 'author';
  /** Of a preview: the number of the post, and what it showed. */
  post?: number;
  shown?: string;
}

export function createExpectedState(): ExpectedState {
  return {
    numbered: 0,
    texts: 0,
    saves: 0,
    posts: [],
    orphans: new Set(),
    runs: [],
    links: [],
    users: [],
    images: [],
    messages: [],
    session: null,
  };
}

export function renderContent({ marker, paragraphs }: PostText): string {
  const body = Array.from(
    { length: paragraphs },
    (_, index) => `<p>The garden has ${index + 2} old trees, and each of them is green.</p>`,
  );
  return `<p>We walked along the river on day ${marker}.</p>${body.join('')}`;
}
