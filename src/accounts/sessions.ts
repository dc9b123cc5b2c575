import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { accountSession } from '#database/schema.ts';

export interface ActiveSession {
  id: string;
  /** Browser and operating system; empty if unknown. */
  device: string;
  createdAt: Date;
  updatedAt: Date;
}

export async function listSessions(
  database: Database,
  userId: string,
  now: number,
): Promise<ActiveSession[]> {
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

export async function endSession(database: Database, userId: string, id: string): Promise<void> {
  await database.query
    .delete(accountSession)
    .where(and(eq(accountSession.userId, userId), eq(accountSession.id, id)));
}

export async function endOtherSessions(database: Database, userId: string, currentId: string): Promise<void> {
  await database.query
    .delete(accountSession)
    .where(and(eq(accountSession.userId, userId), ne(accountSession.id, currentId)));
}
