import { and, count, desc, eq, gt, inArray, lte, or } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { contactMessage } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import { createSealer, type Sealer } from '#platform/crypto/sealed-token.ts';
import { fail, ok } from '#platform/result.ts';
import { isUuid } from '#platform/uuid.ts';
import {
  type Inbox,
  type InboxMessage,
  inboxLimit,
  inboxPageSize,
  type MessageStatus,
  messageStatuses,
} from './contract.ts';

interface InboxDeps {
  database: Pick<Database, 'query'>;
  secret: string | Buffer;
  /** How long a message is stored. */
  retentionDays(): number;
  now(): number;
  /** Maximum number of stored messages. */
  limit?: number;
  onError(error: unknown): void;
}

/** Expired messages are never listed; this is how soon they are also deleted. */
const deletionIntervalMs = 3_600_000;
const dayMs = 24 * 3_600_000;

/** The longest valid message, if JSON escapes each of its characters. */
const sealedLimits = { tokenLength: 96 * 1024, sealedBytes: 64 * 1024 };

const contentSchema = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  locale: z.enum(locales),
});

type Row = typeof contactMessage.$inferSelect;

export function createInbox({
  database,
  secret,
  retentionDays,
  now,
  limit = inboxLimit,
  onError,
}: InboxDeps) {
  const { query } = database;
  const sealer = createSealer(secret, 'inbox', sealedLimits);
  let timer: NodeJS.Timeout | null = null;

  /** Of a message that would be deleted now if it was stored with the current setting. */
  const oldestDate = () => new Date(now() - retentionDays() * dayMs);
  const isCurrent = () =>
    and(gt(contactMessage.deleteAt, new Date(now())), gt(contactMessage.receivedAt, oldestDate()));

  async function deleteExpired(): Promise<void> {
    await query
      .delete(contactMessage)
      .where(or(lte(contactMessage.deleteAt, new Date(now())), lte(contactMessage.receivedAt, oldestDate())));
  }

  const toMessage = (row: Row): InboxMessage => ({
    id: row.id,
    receivedAt: row.receivedAt.toISOString(),
    deleteAt: new Date(
      Math.min(row.deleteAt.getTime(), row.receivedAt.getTime() + retentionDays() * dayMs),
    ).toISOString(),
    status: row.status,
    repliedAt: row.repliedAt?.toISOString() ?? null,
    content: openContent(sealer, row.content),
  });

  const inbox: Inbox = {
    async store({ name, email, subject, message, locale }) {
      await deleteExpired();
      const [row] = await query.select({ messages: count() }).from(contactMessage);
      if ((row?.messages ?? 0) >= limit) return fail('full');
      const receivedAt = new Date(now());
      await query.insert(contactMessage).values({
        receivedAt,
        deleteAt: new Date(now() + retentionDays() * dayMs),
        content: sealer.seal({ name, email, subject, message, locale }),
      });
      return ok(null);
    },
    async list({ status, page }) {
      const rows = await query
        .select()
        .from(contactMessage)
        .where(and(isCurrent(), status === null ? undefined : eq(contactMessage.status, status)))
        .orderBy(desc(contactMessage.receivedAt), contactMessage.id)
        .offset((page - 1) * inboxPageSize)
        .limit(inboxPageSize);
      const counts = await query
        .select({ status: contactMessage.status, messages: count() })
        .from(contactMessage)
        .where(isCurrent())
        .groupBy(contactMessage.status);
      return {
        messages: rows.map(toMessage),
        counts: Object.fromEntries(
          messageStatuses.map((name) => [name, counts.find((row) => row.status === name)?.messages ?? 0]),
        ) as Record<MessageStatus, number>,
      };
    },
    async find(id) {
      if (!isUuid(id)) return null;
      const [row] = await query
        .select()
        .from(contactMessage)
        .where(and(eq(contactMessage.id, id), isCurrent()));
      return row ? toMessage(row) : null;
    },
    async setStatus(ids, status) {
      await query
        .update(contactMessage)
        .set({ status })
        .where(inArray(contactMessage.id, ids.filter(isUuid)));
    },
    async markReplied(id) {
      await query
        .update(contactMessage)
        .set({ status: 'done', repliedAt: new Date(now()) })
        .where(inArray(contactMessage.id, [id].filter(isUuid)));
    },
    async delete(ids) {
      await query.delete(contactMessage).where(inArray(contactMessage.id, ids.filter(isUuid)));
    },
    async countNew() {
      const [row] = await query
        .select({ messages: count() })
        .from(contactMessage)
        .where(and(eq(contactMessage.status, 'new'), isCurrent()));
      return row?.messages ?? 0;
    },
    async countOlder(days) {
      const date = new Date(now() - days * dayMs);
      const [row] = await query
        .select({ messages: count() })
        .from(contactMessage)
        .where(and(isCurrent(), lte(contactMessage.receivedAt, date)));
      return row?.messages ?? 0;
    },
  };

  return {
    ...inbox,
    deleteExpired: () => deleteExpired().catch(onError),
    startWork() {
      timer ??= setInterval(() => deleteExpired().catch(onError), deletionIntervalMs).unref();
      return deleteExpired().catch(onError);
    },
    stopWork() {
      if (timer) clearInterval(timer);
    },
  };
}

function openContent(sealer: Sealer, sealed: string): InboxMessage['content'] {
  const opened = sealer.open(sealed);
  const parsed = contentSchema.safeParse(opened.ok ? opened.value : null);
  return parsed.success ? parsed.data : null;
}
