import { inputLimitBytes } from '#assistant/contract.ts';

const tag = /<\/?[a-z!][^\s>"']*(?:"[^"]*"|'[^']*'|[^"'>])*>/gi;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** What the editor's HTML says, on one line: tags are stripped, entities as a browser writes them are read. */
export function rulesText(html: string): string {
  return withoutTags(html)
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (entity, name: string) => entities[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The content as the assistant takes it: text, still with its entities, and no more of it than one call may have
 * besides the title. Pictures inside the content do not count.
 */
export function assistantText(html: string, title = ''): string {
  const text = withoutTags(html).trim();
  const encoder = new TextEncoder();
  const room = inputLimitBytes - encoder.encode(title).length;
  const { read } = encoder.encodeInto(text, new Uint8Array(Math.max(0, room)));
  return read === text.length ? text : text.slice(0, read).replace(/&[#\w]{0,8}$/, '');
}

function withoutTags(html: string): string {
  return html.replace(tag, (found) => (/^<\/?(?:a|strong|em|b|i|u|s|code|span)\b/i.test(found) ? '' : '\n'));
}
