import { and, eq } from 'drizzle-orm';
import type { BlogChange } from '#blog/contract.ts';
import type { Database } from '#database/database.ts';
import { post, translationSetting } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import type { MachineNote } from './contract.ts';

interface MachineNoteDeps {
  database: Pick<Database, 'query'>;
  emitChange(change: BlogChange): Promise<void>;
  now(): number;
}

export function createMachineNote({ database: { query }, emitChange, now }: MachineNoteDeps): MachineNote {
  return {
    async isOn() {
      const [row] = await query.select().from(translationSetting);
      return row?.showsMachineNote ?? false;
    },
    async set(isOn) {
      const row = { showsMachineNote: isOn, updatedAt: new Date(now()) };
      await query
        .insert(translationSetting)
        .values(row)
        .onConflictDoUpdate({ target: translationSetting.id, set: row });
      await emitChange({ articleId: null, locales: [...locales] });
    },
    async isShownOn(postId) {
      const isMachineMade = and(eq(post.id, postId), eq(post.origin, 'machine'));
      const rows = await query
        .select({ id: post.id })
        .from(post)
        .innerJoin(translationSetting, eq(translationSetting.showsMachineNote, true))
        .where(isMachineMade);
      return rows.length > 0;
    },
  };
}
