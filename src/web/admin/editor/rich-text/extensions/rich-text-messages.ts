import type { Translator } from '#i18n/translator.ts';

/** Messages for node views, which aren't React components. */
export const richTextMessages = (t: Translator) => ({
  alt: t('admin.text.alt'),
  altMissing: t('admin.text.alt_missing'),
  caption: t('admin.text.caption'),
  running: t('admin.text.image_uploading'),
  failed: t('admin.text.image_failed'),
  lost: t('admin.text.image_lost'),
  chooseFile: t('admin.text.choose_file'),
  retry: t('admin.text.retry'),
  remove: t('admin.text.remove'),
  removeImage: t('admin.text.remove_image'),
  fetchFailed: (host: string) => t('admin.text.image_unreachable', { host }),
});

export type RichTextMessages = ReturnType<typeof richTextMessages>;
