import type { DeskDocument, PostFields } from '#desk/contract.ts';

export const emptyFields: PostFields = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  featured_image_url: null,
  featured_image_alt: '',
  category_id: null,
  tag_ids: [],
  status: 'draft',
  seo_title: null,
  seo_description: null,
  seo_keywords: [],
};

export const fieldNames = Object.keys(emptyFields) as (keyof PostFields)[];

export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other));
}

/** Everything but the status: that one is chosen, and kept by an explicit save only. */
export function isSameText(one: PostFields, other: PostFields): boolean {
  return fieldNames.every((name) => name === 'status' || isSameValue(one[name], other[name]));
}

/** What is other in `after`. */
export function changedFields(before: PostFields, after: PostFields): Partial<PostFields> {
  const changed = fieldNames.filter((name) => !isSameValue(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** Whether there is something a new post is worth being made for. */
export function hasText({ title, content }: PostFields): boolean {
  return (
    title.trim() !== '' ||
    /<(?:img|hr|table)\b/i.test(content) ||
    content.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
  );
}

/** Fields the server settles by rules of its own, and nobody types letter by letter at the moment of a save. */
const settled = {
  autosave: ['featured_image_url'],
  save: ['featured_image_url', 'slug', 'status', 'category_id', 'tag_ids'],
} as const;

/** The fields with what the server made of those that have not been touched since they were sent. */
export function withSettled(
  fields: PostFields,
  sent: PostFields,
  { fields: answered }: DeskDocument,
  isExplicit: boolean,
): PostFields {
  const taken = settled[isExplicit ? 'save' : 'autosave'].filter(
    (name) => isSameValue(fields[name], sent[name]) && !isSameValue(fields[name], answered[name]),
  );
  return taken.length === 0
    ? fields
    : { ...fields, ...Object.fromEntries(taken.map((name) => [name, answered[name]])) };
}
