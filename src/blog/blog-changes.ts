import { z } from 'zod';
import type { Database } from '#database/connect.ts';
import { locales } from '#i18n/locales.ts';
import { type BlogChange, localeSchema } from './contract.ts';

const changeSchema = z.object({
  kind: z.literal('blog'),
  articleId: z.uuid().nullable(),
  locales: z.array(localeSchema),
  siblings: z.array(z.object({ locale: localeSchema, slug: z.string() })).default([]),
});

export interface BlogChanges {
  /** Tells this process at once, and the others through the database. */
  announce(change: BlogChange): Promise<void>;
  /** Hears of changes made by any process. After a lost connection: of everything. */
  onChange(listener: (change: BlogChange) => void): void;
}

const everything: BlogChange = { articleId: null, locales: [...locales] };

export function createBlogChanges(database: Pick<Database, 'notify' | 'onNotice'>): BlogChanges {
  const listeners: ((change: BlogChange) => void)[] = [];
  const tell = (change: BlogChange) => {
    for (const listener of listeners) listener(change);
  };
  database.onNotice((text) => {
    if (text === null) return tell(everything);
    const change = readChange(text);
    if (change) tell(change);
  });
  return {
    async announce(change) {
      tell(change);
      await database.notify(JSON.stringify({ kind: 'blog', ...change }));
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** null: a notice about something else. What a newer version says in its own way may mean anything. */
function readChange(text: string): BlogChange | null {
  if (!text.startsWith('{"kind":"blog"')) return null;
  const read = changeSchema.safeParse(JSON.parse(text));
  if (!read.success) return everything;
  const { articleId, locales: concerned, siblings } = read.data;
  return { articleId, locales: concerned, ...(siblings.length > 0 && { siblings }) };
}
