export function displayLink(link: string): string {
  return link.replace(/^https?:\/\/(www\.)?/, '');
}
