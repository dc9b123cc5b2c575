import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { locales } from '#i18n/locales.ts';
import { type BlogChange, localeSchema } from './contract.ts';

const changeSchema = z.object({
  kind: z.literal('blog'),
  articleId: z.uuid().nullable(),
  locales: z.array(localeSchema),
  siblings: z.array(z.object({ locale: localeSchema, slug: z.string() })).default([]),
});

interface BlogChangeEvents {
  /** Notifies this process synchronously, and the others through the database. */
  emitChange(change: BlogChange): Promise<void>;
  /** Reports changes by any process; after a lost connection, a change of everything. */
  onChange(listener: (change: BlogChange) => void): void;
}

export const fullBlogChange: BlogChange = { articleId: null, locales: [...locales] };

export function createBlogChangeEvents(
  database: Pick<Database, 'notify' | 'onNotification'>,
): BlogChangeEvents {
  const listeners: ((change: BlogChange) => void)[] = [];
  const notifyListeners = (change: BlogChange) => {
    for (const listener of listeners) listener(change);
  };
  database.onNotification((text) => {
    if (text === null) return notifyListeners(fullBlogChange);
    const change = parseChange(text);
    if (change) notifyListeners(change);
  });
  return {
    async emitChange(change) {
      notifyListeners(change);
      await database.notify(JSON.stringify({ kind: 'blog', ...change }));
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** Null for other notifications. An unknown payload counts as a change of everything. */
function parseChange(text: string): BlogChange | null {
  if (!text.startsWith('{"kind":"blog"')) return null;
  const parsed = changeSchema.safeParse(JSON.parse(text));
  if (!parsed.success) return fullBlogChange;
  const { articleId, locales: changedLocales, siblings } = parsed.data;
  return { articleId, locales: changedLocales, ...(siblings.length > 0 && { siblings }) };
}
