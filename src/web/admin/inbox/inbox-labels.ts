import type { MessageKey } from '#i18n/translator.ts';
import { type MessageStatus, messageStatuses } from '#inbox/contract.ts';
import type { SendMailError } from '#settings/contract.ts';

export const inboxPath = '/admin/inbox';
export const messagePath = (id: string) => `${inboxPath}/${id}`;

/** `status`: null for all messages. */
export function inboxListPath(status: MessageStatus | null, page: number): string {
  const query = new URLSearchParams({
    ...(status !== null && { status }),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size > 0 ? `${inboxPath}?${query}` : inboxPath;
}

export const parseStatus = (text: string | null): MessageStatus | null =>
  messageStatuses.find((status) => status === text) ?? null;

export const statusLabels = {
  new: 'inbox.status.new',
  read: 'inbox.status.read',
  done: 'inbox.status.done',
} as const satisfies Record<MessageStatus, MessageKey>;

export const markLabels = {
  new: 'inbox.mark.new',
  read: 'inbox.mark.read',
  done: 'inbox.mark.done',
} as const satisfies Record<MessageStatus, MessageKey>;

export const replyErrorLabels = {
  missing: 'inbox.reply.no_server',
  sign_in: 'admin.settings.test_mail_sign_in',
  rejected: 'inbox.reply.rejected',
  unreachable: 'admin.settings.test_mail_unreachable',
} as const satisfies Record<SendMailError, MessageKey>;
