/** A link as people write it. */
export function shortLink(link: string): string {
  return link.replace(/^https?:\/\/(www\.)?/, '');
}
