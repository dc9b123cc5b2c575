import type { SQL } from 'drizzle-orm';
import type { Post, PostSummary } from '#blog/contract.ts';
import type { BlogWriter } from '#blog/create-blog-writer.ts';
import type { Database, Queries } from '#database/connect.ts';
import type { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { PostFields } from './contract.ts';

/** What the desk works with. Of the blog it gets functions: it imports none of its code. */
export interface DeskTools {
  database: Pick<Database, 'query'>;
  writer: Pick<BlogWriter, 'preparePost' | 'writeTogether'>;
  /** In the order of `ids`, whatever their status. */
  readSummaries(queries: Queries, ids: readonly string[]): Promise<PostSummary[]>;
  readFullPosts(queries: Queries, ids: readonly string[]): Promise<Post[]>;
  /** A post as it would be with other fields. */
  previewPost(queries: Queries, post: Post, fields: Partial<PostFields>): Promise<Post>;
  /** Of the texts of a row. */
  textDigest(
    row: Pick<
      typeof post.$inferSelect,
      'title' | 'excerpt' | 'content' | 'coverAlt' | 'seoTitle' | 'seoDescription' | 'seoKeywords'
    >,
  ): string;
  /** The same slug for another post: `a-slug-2`. */
  numberedSlug(slug: string, number: number): string;
  searchCondition(locale: Locale, search: string): SQL | undefined;
  /** Sees to it that a draft is published at its moment; may be told twice. */
  schedule(postId: string, at: Date): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
}
