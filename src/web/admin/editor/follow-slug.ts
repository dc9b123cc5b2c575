const otherScript = /(?!\p{Script=Latin})\p{L}/u;

/** A slug as it grows from the title while someone types: everything but `a-z`, digits, spaces and hyphens is dropped. */
export function deriveSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-');
}

/** What a post without a slug of its own will get; empty where the server makes it of words in another script. */
export function shownSlug(slug: string, title: string): string {
  if (slug !== '') return slug;
  return otherScript.test(title) ? '' : deriveSlug(title);
}
