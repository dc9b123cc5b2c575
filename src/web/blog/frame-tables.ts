/**
 * Puts each table into a region that scrolls sideways and can be reached by keyboard. `html` is sound: a tag stands
 * in it as such, or not at all. `label` names the regions to screen readers.
 */
export function frameTables(html: string, label: string): string {
  const name = label.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html
    .replace(
      /<table[ >]/g,
      (tag) => `<div class="table-frame" role="region" aria-label="${name}" tabindex="0">${tag}`,
    )
    .replaceAll('</table>', '</table></div>');
}
