import type { PostKind } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import type { ImportFormat, ImportLoss, ImportLossCode } from '../contract.ts';

/** A post of another program. Its HTML is not sanitized and has the addresses of the other site. */
export interface ForeignPost {
  /** The same in every export of the site. */
  key: string;
  kind: PostKind;
  status: 'draft' | 'published';
  /** Plain text, like the excerpt. */
  title: string;
  slug: string;
  /** null: too long to be converted. */
  html: string | null;
  excerpt: string;
  seoTitle: string | null;
  seoDescription: string | null;
  canonicalUrl: string | null;
  cover: { url: string; alt: string } | null;
  publishedAt: string | null;
  author: { slug: string; name: string } | null;
  /** Slugs of the site's lists. */
  category: string | null;
  tags: string[];
  /** Paths that readers could open. */
  addresses: string[];
  losses: Losses;
}

interface ForeignTaxon {
  slug: string;
  name: string;
}

export interface ForeignSite {
  format: Exclude<ImportFormat, 'unspool'>;
  /** Tells the posts of one site from those of another. */
  id: string;
  /** With the path of the blog, without a trailing slash; null if the export doesn't have it. */
  url: string | null;
  language: Locale | null;
  categories: (ForeignTaxon & { description: string })[];
  tags: ForeignTaxon[];
  /** Of the posts that readers could open. */
  hasAddress(path: string): boolean;
  posts(): AsyncIterable<ForeignPost>;
  /** The original of an image that the page shows in a smaller size, if the export lists it. */
  findOriginal(url: string): string;
  losses(): ImportLoss[];
}

export interface SiteOptions {
  siteUrl: string | null;
  /** Of the file that the export is in. */
  losses?: Losses;
}

/** Damaged, or too large to be read. */
export class ForeignFileError extends Error {
  readonly code: 'archive.unreadable' | 'archive.too_large' | 'archive.unfit';

  constructor(code: ForeignFileError['code']) {
    super(code);
    this.code = code;
  }
}

/** What an import can't take, of a post or of a whole file. Equal codes become one entry with a count. */
export interface Losses {
  add(code: ImportLossCode, details?: string | readonly string[], count?: number): void;
  list(): ImportLoss[];
}

const detailLengthMax = 200;

export function createLosses(detailsMax = 20): Losses {
  const byCode = new Map<ImportLossCode, { count: number; details: Set<string> }>();
  return {
    add(code, details = [], count = 1) {
      if (count < 1) return;
      const loss = byCode.get(code) ?? { count: 0, details: new Set<string>() };
      byCode.set(code, loss);
      loss.count += count;
      for (const detail of [details].flat()) {
        const line = cleanDetail(detail);
        if (line !== '' && loss.details.size < detailsMax) loss.details.add(line);
      }
    },
    list: () => [...byCode].map(([code, { count, details }]) => ({ code, count, details: [...details] })),
  };
}

/** Reports print it to a terminal. */
function cleanDetail(detail: string): string {
  const line = normalizeLine(
    detail.slice(0, 4 * detailLengthMax).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' '),
  );
  return line.length > detailLengthMax ? `${line.slice(0, detailLengthMax - 1).trimEnd()}…` : line;
}
