import { createBlogReader } from '#blog/create-blog-reader.ts';
import { openWriter, unwrap } from '#blog/fixtures/open-writer.ts';
import { previewPost } from '#blog/preview-post.ts';
import { readFullPosts, readSummaries } from '#blog/read-posts.ts';
import { searchCondition } from '#blog/search-condition.ts';
import type { Database } from '#database/connect.ts';
import type { DeskQuery, PostFields, Writer } from '#desk/contract.ts';
import { createDesk } from '#desk/create-desk.ts';
import type { DeskTools } from '#desk/desk-tools.ts';

/** A desk on a database and a folder of its own, with a clock that is set by hand; what it schedules is noted. */
export function openDesk(database: Database) {
  const blog = openWriter(database);
  const scheduled: { id: string; at: string }[] = [];
  const tools: DeskTools = {
    ...{ database, writer: blog.writer, readSummaries, readFullPosts, previewPost, searchCondition },
    schedule: async (id, at) => void scheduled.push({ id, at: at.toISOString() }),
    now: () => blog.clock.now,
  };
  const reader = createBlogReader({ database, now: tools.now });
  return { ...blog, tools, scheduled, reader, desk: createDesk(tools) };
}

export const editor: Writer = { id: 'e', name: 'Edith', mayPublish: true };
export const author: Writer = { id: 'a', name: 'Arthur', mayPublish: false };

/** The editor's form, empty but for what is given. */
export function form(fields: Partial<PostFields> = {}): PostFields {
  return {
    ...{ title: '', slug: '', excerpt: '', content: '', featured_image_url: null, featured_image_alt: '' },
    ...{ category_id: null, tag_ids: [], status: 'draft', seo_title: null, seo_description: null },
    ...{ seo_keywords: [], ...fields },
  };
}

export function query(wanted: Partial<DeskQuery> = {}): DeskQuery {
  return { locale: 'en', page: 1, search: '', status: '', ...wanted };
}

export { unwrap };
