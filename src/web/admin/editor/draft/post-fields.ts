import type { EditorPost, PostFields } from '#blog/editing-contract.ts';
import { mapNames, optionalTextNames } from '#blog/texts-contract.ts';
import { isEmptyHtml } from '#content/html-text.ts';
import type { ResolvedDraft } from './draft-types.ts';

export const emptyPostFields: PostFields = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  featured_image_url: null,
  featured_image_alt: '',
  category_id: null,
  tag_ids: [],
  status: 'draft',
  ...mapNames(optionalTextNames, () => null),
  seo_keywords: [],
  canonical_url: null,
  noindex: false,
  publication_date: null,
};

export const postFieldNames = Object.keys(emptyPostFields) as (keyof PostFields)[];

export function isEqualValue(a: unknown, b: unknown): boolean {
  return a === b || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b));
}

/** Ignores the status, which only an explicit save stores. */
export function hasSameContent(a: PostFields, b: PostFields): boolean {
  return postFieldNames.every((name) => name === 'status' || isEqualValue(a[name], b[name]));
}

export function getChangedFields(before: PostFields, after: PostFields): Partial<PostFields> {
  const changed = postFieldNames.filter((name) => !isEqualValue(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

export function hasContent({ title, content }: PostFields): boolean {
  return title.trim() !== '' || !isEmptyHtml(content);
}

/** Fields that the server sets by its own rules and that users don't type into continuously. */
const serverControlledFields = {
  autosave: ['featured_image_url'],
  save: ['featured_image_url', 'slug', 'status', 'category_id', 'tag_ids'],
} as const;

/** Takes over the server's values for fields that haven't changed since they were sent. */
export function applyServerFields(
  fields: PostFields,
  sent: PostFields,
  { fields: serverFields }: EditorPost,
  isExplicit: boolean,
): PostFields {
  const updatedNames = serverControlledFields[isExplicit ? 'save' : 'autosave'].filter(
    (name) => isEqualValue(fields[name], sent[name]) && !isEqualValue(fields[name], serverFields[name]),
  );
  return updatedNames.length === 0
    ? fields
    : { ...fields, ...Object.fromEntries(updatedNames.map((name) => [name, serverFields[name]])) };
}

/** Returns null if `document` is older or has another text; the next save then resolves it. */
export function rebaseDraft(
  current: ResolvedDraft & { document: EditorPost | null; base: PostFields },
  document: EditorPost,
): ResolvedDraft | null {
  const { base } = current;
  if (current.document?.id !== document.id || document.version < current.document.version) return null;
  if (!hasSameContent(applyServerFields(base, base, document, true), document.fields)) return null;
  const known = applyServerFields(current.known, current.known, document, true);
  const fields = applyServerFields(current.fields, current.known, document, true);
  const status = document.status === base.status ? fields.status : document.status;
  return { known, fields: { ...fields, status } };
}
