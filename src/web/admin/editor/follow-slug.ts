const otherScript = /(?!\p{Script=Latin})\p{L}/u;

/** Live preview of a slug: keeps only `a-z`, digits and hyphens; spaces become hyphens. */
export function previewSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-');
}

/** The slug of a post. Empty if the server has to make it, from a title with non-Latin letters. */
export function displayedSlug(slug: string, title: string): string {
  if (slug !== '') return slug;
  return otherScript.test(title) ? '' : previewSlug(title);
}
