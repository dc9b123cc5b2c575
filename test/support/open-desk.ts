import { createBlogReader } from '#blog/create-blog-reader.ts';
import { dataUrl, openWriter, unwrap } from '#blog/fixtures/open-writer.ts';
import { createSower } from '#blog/fixtures/sow-posts.ts';
import { previewPost } from '#blog/preview-post.ts';
import { readFullPosts, readSummaries } from '#blog/read-posts.ts';
import { searchCondition } from '#blog/search-condition.ts';
import { numberedSlug } from '#blog/slug.ts';
import { textDigest } from '#blog/text-digest.ts';
import type { Database } from '#database/connect.ts';
import type { JobOptions, Jobs } from '#database/jobs.ts';
import type { DeskQuery, PostFields, Writer } from '#desk/contract.ts';
import { createDesk } from '#desk/create-desk.ts';

interface SentJob {
  data: { id: string; at: string };
  options: JobOptions;
}

/** A desk on a database and a folder of its own, with a clock that is set by hand; what is put off is noted, and done by `wake`. */
export function openDesk(database: Database) {
  const blog = openWriter(database);
  const now = () => blog.clock.now;
  const sent: SentJob[] = [];
  const troubles: unknown[] = [];
  const works = new Map<string, (data: object) => Promise<void>>();
  const jobs: Jobs = {
    work: (queue, run) => void works.set(queue, run as (data: object) => Promise<void>),
    start: async () => undefined,
    send: async (_, data, options = {}) => void sent.push({ data: data as SentJob['data'], options }),
    stop: async () => undefined,
  };
  const parts = {
    ...{ database, writer: blog.writer, readSummaries, readFullPosts, previewPost, searchCondition },
    ...{ now, textDigest, numberedSlug },
  };
  const desk = createDesk({ ...parts, jobs, onTrouble: (error) => void troubles.push(error) });
  const reader = createBlogReader({ database, now });
  return {
    ...{ ...blog, parts, desk, reader, sent, troubles },
    /** As a worker does it with all that was sent. */
    async wake() {
      for (const { data } of sent.splice(0)) for (const run of works.values()) await run(data);
    },
    [Symbol.dispose]() {
      desk.stopWork();
      blog[Symbol.dispose]();
    },
  };
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

export { createSower, dataUrl, unwrap };
