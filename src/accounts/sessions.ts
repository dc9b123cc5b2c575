import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { accountSession } from '#database/schema.ts';

export interface ListedSession {
  id: string;
  /** Browser and system; empty where they are not known. */
  device: string;
  createdAt: Date;
  /** When it was last signed in or renewed. */
  updatedAt: Date;
}

export async function listSessions(
  database: Database,
  userId: string,
  now: number,
): Promise<ListedSession[]> {
  const rows = await database.query
    .select()
    .from(accountSession)
    .where(and(eq(accountSession.userId, userId), gt(accountSession.expiresAt, new Date(now))))
    .orderBy(desc(accountSession.updatedAt));
  return rows.map(({ id, userAgent, createdAt, updatedAt }) => ({
    id,
    device: userAgent,
    createdAt,
    updatedAt,
  }));
}

/** One of the person's own sessions; any other is left alone. */
export async function endSession(database: Database, userId: string, id: string): Promise<void> {
  await database.query
    .delete(accountSession)
    .where(and(eq(accountSession.userId, userId), eq(accountSession.id, id)));
}

export async function endOtherSessions(database: Database, userId: string, keptId: string): Promise<void> {
  await database.query
    .delete(accountSession)
    .where(and(eq(accountSession.userId, userId), ne(accountSession.id, keptId)));
}
