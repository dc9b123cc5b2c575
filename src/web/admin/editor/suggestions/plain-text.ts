import { inputLimitBytes } from '#ai/contract.ts';
import { isInlineElement, storedElementName } from '#content/elements.ts';

const tag = /<\/?[a-z!](?:"[^"]*"|'[^']*'|[^"'<>])*>/gi;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

export function htmlToPlainText(html: string): string {
  return stripTags(html)
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (entity, name: string) => entities[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Keeps entities. Cut so that title and text fit into one request; embedded images don't count. */
export function truncateForModel(html: string, title = ''): string {
  const text = stripTags(html).trim();
  const encoder = new TextEncoder();
  const maxBytes = inputLimitBytes - encoder.encode(title).length;
  const { read } = encoder.encodeInto(text, new Uint8Array(Math.max(0, maxBytes)));
  return read === text.length ? text : text.slice(0, read).replace(/&[#\w]{0,8}$/, '');
}

function stripTags(html: string): string {
  return html.replace(tag, (found) => {
    const name = /\w+/.exec(found)?.[0].toLowerCase() ?? '';
    return isInlineElement(storedElementName(name)) && name !== 'br' && name !== 'img' ? '' : '\n';
  });
}
