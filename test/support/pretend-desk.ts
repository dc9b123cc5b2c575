import { expect } from 'vitest';
import type { DeskDocument, DeskSave, PostFields } from '#desk/contract.ts';
import { isSameDraft, mergeQuietly } from '#web/admin/editor/compare/reconcile.ts';
import type { ServerAnswer } from '#web/admin/editor/draft/draft-contract.ts';
import { emptyFields } from '#web/admin/editor/draft/draft-fields.ts';
import { createSaveQueue } from '#web/admin/editor/draft/save-queue.ts';

export const fieldsWith = (part: Partial<PostFields>): PostFields => ({ ...emptyFields, ...part });
export const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');

/** What becomes of one call: kept and answered, kept with the answer lost, never arrived, refused, or answered when told to. */
export type Fate = 'kept' | 'lost' | 'away' | 'late' | { status: number; code: string };

/** A server with one post, by the rules of the real one: versions, HTML in a form of its own, and one post for each key. */
function pretendDesk(opened: PostFields | null) {
  let stored: DeskDocument | null = opened && documentOf(opened, 1);
  const made = new Map<string, DeskDocument>();
  const calls: { at: number; mode: string; content: string; version: number | null; save: DeskSave }[] = [];
  const late: (() => void)[] = [];
  let running = 0;

  async function answerBy(fate: Fate, keep: () => ServerAnswer): Promise<ServerAnswer> {
    if (fate === 'away') return { ok: false, error: { code: 'offline' } };
    if (typeof fate === 'object') return { ok: false, error: { ...fate, error: 'A sentence.' } };
    const answer = keep();
    if (fate === 'lost') return { ok: false, error: { code: 'offline' } };
    if (fate === 'late') await new Promise<void>((resolve) => void late.push(resolve));
    return answer;
  }
  function keep(save: DeskSave): ServerAnswer {
    const status = save.mode === 'publish' ? 'published' : save.fields.status;
    const content = save.fields.content.replaceAll('<p></p>', '');
    stored = documentOf({ ...save.fields, content, status }, (stored?.version ?? 0) + 1);
    return { ok: true, value: stored };
  }
  async function alone(answer: Promise<ServerAnswer>): Promise<ServerAnswer> {
    running += 1;
    expect(running, 'calls at one time').toBe(1);
    return answer.finally(() => {
      running -= 1;
    });
  }

  return {
    fates: [] as Fate[],
    calls,
    stored: () => stored,
    answerLate: () => late.shift()?.(),
    /** Someone else saves. */
    other(part: Partial<PostFields>) {
      if (stored) stored = documentOf({ ...stored.fields, ...part }, stored.version + 1);
    },
    create(save: DeskSave, key: string) {
      const { mode } = save;
      calls.push({ at: Date.now(), mode, content: save.fields.content, version: null, save });
      const one = () => {
        const before = made.get(key);
        if (before) return { ok: true, value: before } as const;
        const answer = keep(save);
        if (answer.ok) made.set(key, answer.value);
        return answer;
      };
      return alone(answerBy(this.fates.shift() ?? 'kept', one));
    },
    save(_id: string, version: number, save: DeskSave) {
      calls.push({ at: Date.now(), mode: save.mode, content: save.fields.content, version, save });
      const judged = (): ServerAnswer =>
        version === stored?.version
          ? keep(save)
          : { ok: false, error: { code: 'post.conflict', status: 409, current: stored ?? undefined } };
      return alone(answerBy(this.fates.shift() ?? 'kept', judged));
    },
  };
}

export function documentOf(kept: PostFields, version: number): DeskDocument {
  return {
    id: 'post',
    article_id: 'article',
    locale: 'en',
    version,
    fields: kept,
    has_working_copy: false,
    status: kept.status,
    published_at: null,
    scheduled_at: null,
    created_at: '',
    updated_at: '',
    author_id: null,
    languages: [],
  };
}

export function openDraft(opened: PostFields | null) {
  const desk = pretendDesk(opened);
  const queue = createSaveQueue({
    opened: desk.stored(),
    start: { locale: 'en' },
    server: { create: (...call) => desk.create(...call), save: (...call) => desk.save(...call) },
    reconciler: {
      isSame: async (sent, kept) => isSameDraft(sent, kept),
      merge: async (sides) => mergeQuietly(sides),
    },
    now: Date.now,
    newKey: () => 'key',
  });
  const state = () => queue.snapshot().state;
  return { desk, queue, state };
}

export const written = fieldsWith({ title: 'A', content: paragraphs('a', 'b', 'c') });
