import type { Locale } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';

export const contactFields = ['name', 'email', 'subject', 'message'] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactMessage = Record<ContactField, string>;

/** Of the form's page, so that a reply can use the same language. */
export interface StoredContactMessage extends ContactMessage {
  locale: Locale;
}

export const messageStatuses = ['new', 'read', 'done'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export interface InboxMessage {
  id: string;
  receivedAt: string;
  deleteAt: string;
  status: MessageStatus;
  repliedAt: string | null;
  /** null if it can't be decrypted, because the app secret was replaced. */
  content: StoredContactMessage | null;
}

/** A full inbox accepts no message until some are deleted. */
export const inboxLimit = 10_000;
export const inboxPageSize = 25;

export interface Inbox {
  store(message: StoredContactMessage): Promise<Result<null, 'full'>>;
  /** Newest first. `page` counts from 1; `status`: null for all. */
  list(options: { status: MessageStatus | null; page: number }): Promise<{
    messages: InboxMessage[];
    counts: Record<MessageStatus, number>;
  }>;
  find(id: string): Promise<InboxMessage | null>;
  setStatus(ids: readonly string[], status: MessageStatus): Promise<void>;
  /** The message is then done. */
  markReplied(id: string): Promise<void>;
  delete(ids: readonly string[]): Promise<void>;
  countNew(): Promise<number>;
  /** Messages that would be deleted if they were stored for so many days. */
  countOlder(days: number): Promise<number>;
}
