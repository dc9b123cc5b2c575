import type { PostStatus } from '#desk/contract.ts';
import type { MessageKey } from '#i18n/translate.ts';

export const postStatusLabels = {
  draft: 'admin.status.draft',
  published: 'admin.status.published',
  archived: 'admin.status.archived',
} as const satisfies Record<PostStatus, MessageKey>;
