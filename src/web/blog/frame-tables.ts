/**
 * Puts each table into a region that scrolls sideways and can be reached by keyboard. `html` is sound: a tag stands
 * in it as such, or not at all. `label` names the regions to screen readers, with a number where there are several.
 */
export function frameTables(html: string, label: string): string {
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
