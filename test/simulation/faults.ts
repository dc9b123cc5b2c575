import { setImmediate } from 'node:timers/promises';
import type { EditorPost } from '#blog/editing-contract.ts';
import type { Services } from '#http/context.ts';

export interface Fault {
  losesFlushes?: boolean;
  tamper?(services: Services): Partial<Services>;
}

/** Every so many calls, so that the fault is rare. */
function createCounter(period: number): () => boolean {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % period === 0;
  };
}

/** Planted, to show that the simulation finds them. */
export const faults = {
  /** Some saves are acknowledged but not stored. */
  'lost-save': {
    tamper({ editor }) {
      const isLost = createCounter(7);
      return {
        editor: {
          ...editor,
          async savePost(id, version, save, actor) {
            const stored = isLost() ? await editor.readPost(id) : null;
            if (!stored) return editor.savePost(id, version, save, actor);
            const value: EditorPost = { ...stored, version: version + 1, fields: save.fields };
            return { ok: true, value };
          },
        },
      };
    },
  },
  /** A repeated request creates a second post. */
  'second-post': {
    tamper: ({ editor }) => ({
      editor: { ...editor, createPost: (save, actor) => editor.createPost(save, actor) },
    }),
  },
  /** A post that is scheduled stays a draft. */
  'lost-schedule': {
    tamper: ({ editor }) => ({
      editor: {
        ...editor,
        async savePost(id, version, save, actor) {
          if (save.mode !== 'schedule') return editor.savePost(id, version, save, actor);
          const saved = await editor.savePost(id, version, { ...save, mode: 'save' }, actor);
          const scheduled_at = save.scheduled_at ?? null;
          return saved.ok ? { ok: true, value: { ...saved.value, scheduled_at } } : saved;
        },
      },
    }),
  },
  /** A translation is published again after its run has ended. */
  'published-twice': {
    tamper: ({ editor, runs }) => ({
      runs: {
        ...runs,
        async read(id) {
          const run = await runs.read(id);
          const post = run?.ended_at ? run.steps.at(-1)?.post : null;
          const stored = post?.status === 'published' ? await editor.readPost(post.id) : null;
          if (stored) {
            const actor = { id: '', name: '', mayPublish: true };
            const { id: postId, version, fields } = stored;
            await editor.savePost(postId, version, { mode: 'publish', fields }, actor);
          }
          return run;
        },
      },
    }),
  },
  /** The first answer about a ticket is kept. */
  'expired-ticket': {
    tamper({ media }) {
      const opened = new Map<string, ReturnType<typeof media.openTicket>>();
      return {
        media: {
          ...media,
          openTicket(message, path) {
            const result = opened.get(path) ?? media.openTicket(message, path);
            opened.set(path, result);
            return result;
          },
        },
      };
    },
  },
  /** An invitation works until it is used. */
  'expired-invitation': {
    tamper({ accounts }) {
      const known = new Set<string>();
      return {
        accounts: {
          ...accounts,
          async findInvitation(token) {
            const found = await accounts.findInvitation(token);
            if (found) known.add(token);
            return found ?? (known.has(token) ? { email: 'ben@example.org', role: 'author' } : null);
          },
        },
      };
    },
  },
  /** A message is stored after its sender has the answer. Who reads the inbox waits for it. */
  'early-answer': {
    tamper({ sendMessage, inbox }) {
      let stored: Promise<unknown> = Promise.resolve();
      return {
        async sendMessage(message) {
          stored = setImmediate().then(() => sendMessage(message));
          return { ok: true, value: null };
        },
        inbox: {
          ...inbox,
          async list(options) {
            await stored;
            return inbox.list(options);
          },
        },
      };
    },
  },
  /** The disk says that it has written what it may still lose. */
  'lost-flush': { losesFlushes: true },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
