import type { ImportLossCode } from '#backup/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { MessageKey } from '#i18n/translator.ts';

export type LossTexts = Readonly<Record<ImportLossCode, string>>;

const messageKeys = {
  'author.details': 'admin.data.loss.author.details',
  'author.further': 'admin.data.loss.author.further',
  'block.unknown': 'admin.data.loss.block.unknown',
  'category.as_tag': 'admin.data.loss.category.as_tag',
  'category.parent': 'admin.data.loss.category.parent',
  'code.injected': 'admin.data.loss.code.injected',
  comments: 'admin.data.loss.comments',
  custom_fields: 'admin.data.loss.custom_fields',
  'date.draft': 'admin.data.loss.date.draft',
  'date.scheduled': 'admin.data.loss.date.scheduled',
  'embed.link': 'admin.data.loss.embed.link',
  form: 'admin.data.loss.form',
  'media.link': 'admin.data.loss.media.link',
  members: 'admin.data.loss.members',
  menus: 'admin.data.loss.menus',
  'page.taxonomy': 'admin.data.loss.page.taxonomy',
  'picture.missing': 'admin.data.loss.picture.missing',
  'post.access': 'admin.data.loss.post.access',
  'post.email': 'admin.data.loss.post.email',
  'post.empty': 'admin.data.loss.post.empty',
  'post.featured': 'admin.data.loss.post.featured',
  'post.password': 'admin.data.loss.post.password',
  'post.private': 'admin.data.loss.post.private',
  'post.trash': 'admin.data.loss.post.trash',
  'post.type': 'admin.data.loss.post.type',
  'redirect.hidden': 'admin.data.loss.redirect.hidden',
  'redirect.taken': 'admin.data.loss.redirect.taken',
  'redirects.file': 'admin.data.loss.redirects.file',
  script: 'admin.data.loss.script',
  'shortcode.unknown': 'admin.data.loss.shortcode.unknown',
  'slug.changed': 'admin.data.loss.slug.changed',
  'tag.details': 'admin.data.loss.tag.details',
  'tag.internal': 'admin.data.loss.tag.internal',
  'tag.too_many': 'admin.data.loss.tag.too_many',
  'taxonomy.unknown': 'admin.data.loss.taxonomy.unknown',
  'text.shortened': 'admin.data.loss.text.shortened',
  'title.missing': 'admin.data.loss.title.missing',
} as const satisfies Record<ImportLossCode, MessageKey>;

/** Not in the messages of the browser: only one page needs them, and only after an import. */
export function createLossTexts(locale: Locale): LossTexts {
  const t = serverTranslator(locale);
  const codes = Object.keys(messageKeys) as ImportLossCode[];
  return Object.fromEntries(codes.map((code) => [code, t(messageKeys[code])])) as LossTexts;
}
