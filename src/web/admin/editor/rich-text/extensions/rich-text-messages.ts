import type { MessageKey, Translator } from '#i18n/translator.ts';

/** Messages for node views, which aren't React components. */
const keys = {
  alt: 'admin.text.alt',
  altMissing: 'admin.text.alt_missing',
  caption: 'admin.text.caption',
  running: 'admin.text.image_uploading',
  failed: 'admin.text.image_failed',
  lost: 'admin.text.image_lost',
  chooseFile: 'admin.text.choose_file',
  retry: 'admin.text.retry',
  remove: 'admin.text.remove',
  removeImage: 'admin.text.remove_image',
} satisfies Record<string, MessageKey>;

export type RichTextMessages = Record<keyof typeof keys, string> & { fetchFailed(host: string): string };

export function richTextMessages(t: Translator): RichTextMessages {
  return {
    alt: t(keys.alt),
    altMissing: t(keys.altMissing),
    caption: t(keys.caption),
    running: t(keys.running),
    failed: t(keys.failed),
    lost: t(keys.lost),
    chooseFile: t(keys.chooseFile),
    retry: t(keys.retry),
    remove: t(keys.remove),
    removeImage: t(keys.removeImage),
    fetchFailed: (host) => t('admin.text.image_unreachable', { host }),
  };
}
