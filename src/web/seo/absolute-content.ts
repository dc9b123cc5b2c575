import { findAll, getInnerHTML } from 'domutils';
import { parseDocument } from 'htmlparser2';

const urlAttributes = ['href', 'src', 'cite', 'poster'];
/** These depend on the layout of our own page. */
const pageOnlyAttributes = ['srcset', 'sizes', 'loading', 'decoding'];

/** Makes all URLs in a post's HTML absolute, for use outside its page at `pageUrl`. */
export function absolutizeUrls(html: string, pageUrl: string): string {
  const document = parseDocument(html);
  for (const { attribs } of findAll(() => true, document.children)) {
    for (const name of urlAttributes) {
      const url = attribs[name];
      if (url !== undefined) attribs[name] = URL.parse(url, pageUrl)?.href ?? url;
    }
    for (const name of pageOnlyAttributes) delete attribs[name];
  }
  return getInnerHTML(document, { encodeEntities: 'utf8' });
}
