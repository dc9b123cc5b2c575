import { isConnectionError } from '#database/database-errors.ts';
import type { LimitGroup } from '#http/request-limits.ts';
import type { Inbox, StoredContactMessage } from '#inbox/contract.ts';
import type { RateLimits } from '#platform/limits/rate-limiter.ts';
import type { Logger } from '#platform/logger.ts';
import { fail, type Result } from '#platform/result.ts';
import { storageUnavailableCode } from '#platform/storage/storage-errors.ts';
import type { SendMessageErrorCode } from '#web/services.ts';
import type { Mailer } from './mailer.ts';

/** The storage is full or read-only, or the database unreachable: the same call may work later. */
export function isUnavailableError(error: unknown): boolean {
  return storageUnavailableCode(error) !== null || isConnectionError(error);
}

interface ContactMessagesDeps {
  inbox: Pick<Inbox, 'store'>;
  mailer: Pick<Mailer, 'notify'>;
  limits: RateLimits<LimitGroup>;
  log: Logger;
}

/** Stores a validated message and notifies the owner. Part of the composition root. */
export function createContactMessages({ inbox, mailer, limits, log }: ContactMessagesDeps) {
  async function store(message: StoredContactMessage) {
    try {
      return await inbox.store(message);
    } catch (error) {
      if (!isUnavailableError(error)) throw error;
      log.error({ error }, 'contact message not stored');
      return fail('unavailable' as const);
    }
  }
  return async (message: StoredContactMessage): Promise<Result<null, SendMessageErrorCode>> => {
    if (!(await limits.consume('letters', '')).isAllowed) return fail('busy');
    const stored = await store(message);
    // The sender doesn't wait for the mail server.
    if (stored.ok) void mailer.notify(message);
    return stored;
  };
}
