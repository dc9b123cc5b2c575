import type { PostKind } from '#blog/contract.ts';
import type { MessageKey } from '#i18n/translator.ts';

export const editorMessages = {
  post: {
    create: 'admin.editor.create',
    edit: 'admin.editor.edit',
    subtitle: 'admin.editor.subtitle',
    back: 'admin.editor.back',
    view: 'admin.editor.view',
    confirmPublish: 'admin.editor.confirm_publish',
    created: 'admin.editor.created',
    updated: 'admin.editor.updated',
  },
  page: {
    create: 'admin.pages.create',
    edit: 'admin.pages.edit',
    subtitle: 'admin.pages.subtitle',
    back: 'admin.pages.back',
    view: 'admin.pages.view',
    confirmPublish: 'admin.pages.confirm_publish',
    created: 'admin.pages.saved',
    updated: 'admin.pages.saved',
  },
} as const satisfies Record<PostKind, Record<string, MessageKey>>;
