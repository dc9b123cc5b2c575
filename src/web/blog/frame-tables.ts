/**
 * Wraps each table in a scrollable, focusable region labeled `label`, numbered if there are several. `html`
 * must be sanitized: every `<table` in it is a tag.
 */
export function wrapTables(html: string, label: string): string {
  const opening = /<table[ >]/g;
  const name = label.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const isOnly = html.match(opening)?.length === 1;
  let count = 0;
  return html
    .replace(opening, (tag) => {
      count += 1;
      return `<section class="table-frame" aria-label="${name}${isOnly ? '' : ` ${count}`}" tabindex="0">${tag}`;
    })
    .replaceAll('</table>', '</table></section>');
}
