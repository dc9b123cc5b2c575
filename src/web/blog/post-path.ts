/** The path of a post, or of any slug that is asked for, without the language prefix. */
export function postPath(slug: string): string {
  return `/blog/${encodeURIComponent(slug)}`;
}
