import type { PostFields } from '#blog/editing-contract.ts';
import { formatZonedDateTime } from '#i18n/format-date.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { postStatusLabels } from '../../post-labels.ts';

export const postFieldLabels = {
  title: 'admin.editor.title',
  slug: 'admin.editor.slug',
  excerpt: 'admin.editor.excerpt',
  content: 'admin.editor.content',
  featured_image_url: 'admin.editor.image',
  featured_image_alt: 'admin.editor.image_alt',
  category_id: 'admin.editor.category',
  tag_ids: 'admin.editor.tags',
  status: 'admin.editor.status',
  seo_title: 'admin.editor.seo_title',
  seo_description: 'admin.editor.seo_description',
  seo_keywords: 'admin.editor.seo_keywords',
  canonical_url: 'admin.editor.canonical_url',
  noindex: 'admin.editor.noindex',
  publication_date: 'admin.editor.publication_date',
} as const satisfies Record<keyof PostFields, MessageKey>;

/** Names of categories and tags by id. */
export type TaxonNames = ReadonlyMap<string, string>;

export function formatPostField(
  t: Translator,
  names: TaxonNames,
  name: keyof PostFields,
  fields: PostFields,
): string {
  switch (name) {
    case 'status':
      return t(postStatusLabels[fields.status]);
    case 'category_id':
      return fields.category_id === null ? '' : (names.get(fields.category_id) ?? fields.category_id);
    case 'tag_ids':
      return fields.tag_ids.map((id) => names.get(id) ?? id).join(', ');
    case 'seo_keywords':
      return fields.seo_keywords.join(', ');
    case 'noindex':
      return fields.noindex ? t('admin.editor.noindex') : '';
    case 'publication_date':
      return fields.publication_date === null
        ? ''
        : formatZonedDateTime(t.locale, new Date(fields.publication_date));
    default:
      return fields[name] ?? '';
  }
}
