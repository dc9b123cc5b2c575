import { findAll, getInnerHTML } from 'domutils';
import { parseDocument } from 'htmlparser2';

/** Addresses that an element may have. */
const addresses = ['href', 'src', 'cite', 'poster'];
/** They choose among pictures for the width of our own page. */
const pageOnly = ['srcset', 'sizes', 'loading', 'decoding'];

/** HTML of a post for places other than its page: every address in it is absolute. `pageUrl` is where it stands here. */
export function absoluteContent(html: string, pageUrl: string): string {
  const document = parseDocument(html);
  for (const { attribs } of findAll(() => true, document.children)) {
    for (const name of addresses) {
      const address = attribs[name];
      if (address !== undefined) attribs[name] = URL.parse(address, pageUrl)?.href ?? address;
    }
    for (const name of pageOnly) delete attribs[name];
  }
  return getInnerHTML(document, { encodeEntities: 'utf8' });
}
