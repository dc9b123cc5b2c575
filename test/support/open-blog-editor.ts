import { createBlogEditor } from '#blog/edit.ts';
import {
  type Actor,
  type AdminPostQuery,
  adminPostQuerySchema,
  type PostFields,
  type PostStatus,
  type SavePostRequest,
} from '#blog/editing-contract.ts';
import { dataUrl, openWriter, unwrap } from '#blog/fixtures/open-writer.ts';
import { createSeeder } from '#blog/fixtures/seed-posts.ts';
import type { Database } from '#database/database.ts';
import type { JobOptions, Jobs } from '#database/jobs.ts';
import { emptyPostFields } from '#web/admin/editor/draft/post-fields.ts';

interface SentJob {
  data: { id: string; at: string };
  options: JobOptions;
}

/** An editor on its own database and folder, with a settable clock. `wake` runs the sent jobs. */
export async function openBlogEditor(open: () => Promise<Database & AsyncDisposable>) {
  const blog = await openWriter(open);
  const { database } = blog;
  const now = () => blog.clock.now;
  const sent: SentJob[] = [];
  const errors: unknown[] = [];
  const works = new Map<string, (data: object) => Promise<void>>();
  const jobs: Jobs = {
    work: (queue, run) => void works.set(queue, run as (data: object) => Promise<void>),
    start: async () => undefined,
    send: async (_, data, options = {}) => void sent.push({ data: data as SentJob['data'], options }),
    setConcurrency: async () => undefined,
    stop: async () => undefined,
  };
  const deps = { database, writer: blog.writer, now };
  const blogEditor = createBlogEditor({ ...deps, jobs, onError: (error) => void errors.push(error) });
  blog.onChange(blogEditor.invalidateLists);
  return {
    ...blog,
    parts: deps,
    blogEditor,
    create: async (request: SavePostRequest, actor = editor, key?: string) =>
      unwrap(await blogEditor.createPost(request, actor, key)),
    edit: async (id: string, version: number, request: SavePostRequest, actor = editor) =>
      unwrap(await blogEditor.savePost(id, version, request, actor)),
    setStatus: async (id: string, version: number, status: PostStatus, actor = editor) =>
      unwrap(await blogEditor.setStatus(id, version, status, actor)),
    sent,
    errors,
    async wake() {
      for (const { data } of sent.splice(0)) for (const run of works.values()) await run(data);
    },
    async [Symbol.asyncDispose]() {
      blogEditor.stopWork();
      await blog[Symbol.asyncDispose]();
    },
  };
}

export const editor: Actor = { id: 'e', name: 'Edith', mayPublish: true };
export const author: Actor = { id: 'a', name: 'Arthur', mayPublish: false };

export function form(fields: Partial<PostFields> = {}): PostFields {
  return { ...emptyPostFields, ...fields };
}

export function query(overrides: Partial<AdminPostQuery> = {}): AdminPostQuery {
  return { ...adminPostQuerySchema.parse({}), ...overrides };
}

export { createSeeder, dataUrl, unwrap };
