import { expect, vi } from 'vitest';
import type { EditorPost, PostFields, SavePostRequest } from '#blog/editing-contract.ts';
import { mergeWithoutConflicts } from '#web/admin/editor/conflict/merge-drafts.ts';
import type { MergeInput, SaveResult } from '#web/admin/editor/draft/draft-types.ts';
import { emptyPostFields } from '#web/admin/editor/draft/post-fields.ts';
import { createSaveQueue } from '#web/admin/editor/draft/save-queue.ts';

export const fieldsWith = (part: Partial<PostFields>): PostFields => ({ ...emptyPostFields, ...part });
/** As the sanitizer does. */
export const normalizeContent = (html: string) => html.replaceAll('<p></p>', '');
export const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');

/** `lost`: saved without a response. `away`: never arrived. `late`: `releaseLate` sends the response. */
export type Fate = 'kept' | 'lost' | 'away' | 'late' | { status: number; code: string };

/** Follows the real server: versions, normalized HTML, and one post for each key. */
function createFakeServer(opened: PostFields | null) {
  let stored: EditorPost | null = opened && toEditorPost(opened, 1);
  const created = new Map<string, SavePostRequest>();
  const calls: {
    at: number;
    mode: string;
    content: string;
    version: number | null;
    save: SavePostRequest;
  }[] = [];
  const late: (() => void)[] = [];
  let running = 0;

  async function respond(fate: Fate, save: () => SaveResult): Promise<SaveResult> {
    if (fate === 'away') return { ok: false, error: { code: 'offline' } };
    if (typeof fate === 'object') return { ok: false, error: { ...fate, error: 'A sentence.' } };
    const response = save();
    if (fate === 'lost') return { ok: false, error: { code: 'offline' } };
    if (fate === 'late') await new Promise<void>((resolve) => void late.push(resolve));
    return response;
  }
  function applySave(save: SavePostRequest): SaveResult {
    const status = save.mode === 'publish' ? 'published' : save.fields.status;
    const fields = { ...save.fields, content: normalizeContent(save.fields.content), status };
    stored = toEditorPost(fields, (stored?.version ?? 0) + 1, save.save_id);
    return { ok: true, value: stored };
  }
  async function expectExclusive(response: Promise<SaveResult>): Promise<SaveResult> {
    running += 1;
    expect(running, 'calls at one time').toBe(1);
    return response.finally(() => {
      running -= 1;
    });
  }

  return {
    fates: [] as Fate[],
    calls,
    stored: () => stored,
    releaseLate: () => late.shift()?.(),
    /** A save by somebody else. A server of an earlier version knows no `save_id` and leaves it as it is. */
    other(part: Partial<PostFields>, { isEarlierVersion = false } = {}) {
      if (!stored) return;
      const saveId = isEarlierVersion ? stored.save_id : null;
      stored = toEditorPost({ ...stored.fields, ...part }, stored.version + 1, saveId);
    },
    create(save: SavePostRequest, key: string) {
      const { mode } = save;
      calls.push({ at: Date.now(), mode, content: save.fields.content, version: null, save });
      const createOnce = () => {
        const before = created.get(key);
        if (!before || !stored) {
          created.set(key, save);
          return applySave(save);
        }
        const isSame = JSON.stringify(before) === JSON.stringify(save);
        if (isSame) return { ok: true, value: stored } as const;
        return { ok: false, error: { code: 'key.reused', status: 422, current: stored } } as const;
      };
      return expectExclusive(respond(this.fates.shift() ?? 'kept', createOnce));
    },
    save(_id: string, version: number, save: SavePostRequest) {
      calls.push({ at: Date.now(), mode: save.mode, content: save.fields.content, version, save });
      const saveOrConflict = (): SaveResult =>
        version === stored?.version
          ? applySave(save)
          : { ok: false, error: { code: 'post.conflict', status: 409, current: stored ?? undefined } };
      return expectExclusive(respond(this.fates.shift() ?? 'kept', saveOrConflict));
    },
  };
}

export function toEditorPost(fields: PostFields, version: number, save_id: string | null = null): EditorPost {
  return {
    id: 'post',
    article_id: 'article',
    kind: 'post',
    locale: 'en',
    version,
    save_id,
    fields,
    has_working_copy: false,
    status: fields.status,
    published_at: null,
    scheduled_at: null,
    created_at: '',
    updated_at: '',
    author_id: null,
    languages: [],
  };
}

export function openDraft(opened: PostFields | null) {
  const fakeServer = createFakeServer(opened);
  return { fakeServer, ...openQueue(fakeServer) };
}

/** The queue of a page that opens the post as the server has it now, or a new post. */
export function openQueue(
  fakeServer: ReturnType<typeof createFakeServer>,
  initialPost = fakeServer.stored(),
) {
  const merge = vi.fn(async (sides: MergeInput) => mergeWithoutConflicts(sides));
  const queue = createSaveQueue({
    initialPost,
    options: { locale: 'en' },
    server: { create: (...call) => fakeServer.create(...call), save: (...call) => fakeServer.save(...call) },
    merger: { merge },
  });
  return { queue, merge, state: () => queue.getSnapshot().state };
}

export const written = fieldsWith({ title: 'A', content: paragraphs('a', 'b', 'c') });
