import { parseJson } from '#platform/json.ts';
import type { Losses } from '../foreign-site.ts';
import { autop } from './autop.ts';
import { replacePairs } from './replace-pairs.ts';
import { replaceShortcodes, type ShortcodeContext } from './shortcodes.ts';

const blockName = /^\s+\/?wp:([a-z][a-z0-9_-]{0,60}(?:\/[a-z][a-z0-9_-]{0,60})?)\s/;
/** Blocks without a text of their own. */
const silentBlocks =
  /^(?:paragraph|heading|spacer|separator|more|nextpage|list|list-item|group|column|columns|footnotes|jetpack\/.*)$/;

/** The HTML of a post as its page shows it, with images and links that still have to be converted. */
export function toPostHtml(content: string, footnotes: string, context: ShortcodeContext): string {
  const isBlockText = /<!--\s+wp:/.test(content);
  const html = replaceShortcodes(removeComments(content, context.losses), context);
  return isBlockText ? convertFootnotes(wrapBareUrls(html), footnotes) : autop(html);
}

/** Blocks and page breaks are comments. A block that ends with a slash has no HTML: the server generates it. */
function removeComments(content: string, losses: Losses): string {
  return replacePairs(content, {
    open: /<!--/g,
    close: () => '-->',
    replace(_, comment) {
      const name = comment.endsWith('/') ? blockName.exec(comment)?.[1] : undefined;
      if (name !== undefined && !silentBlocks.test(name)) losses.add('block.unknown', name);
      return '';
    },
  });
}

/** A shortcode block has no paragraph around it. */
function wrapBareUrls(html: string): string {
  return html.replace(/^(https?:\/\/[^\s<]+)$/gm, '<p>$1</p>');
}

const noteReference = /<sup(?:\s[^<>]{0,200})?\sdata-fn="([0-9a-f-]{8,60})"[^<>]{0,200}>/g;

/** WordPress stores the notes of block texts outside them, as JSON. */
function convertFootnotes(html: string, json: string): string {
  const notes = parseNotes(json);
  if (notes.size === 0) return html;
  const numbers = new Map<string, number>();
  const text = replacePairs(html, {
    open: noteReference,
    close: () => '</sup>',
    replace([tag, id = ''], inner) {
      if (!notes.has(id)) return `${tag}${inner}</sup>`;
      const number = numbers.get(id) ?? numbers.size + 1;
      numbers.set(id, number);
      return `<sup class="footnote"><a href="#fn-w${number}"></a></sup>`;
    },
  });
  const items = [...numbers].map(([id, number]) => `<li id="fn-w${number}">${notes.get(id) ?? ''}</li>`);
  return items.length === 0 ? text : `${text}<ol class="footnotes">${items.join('')}</ol>`;
}

function parseNotes(json: string): Map<string, string> {
  const list = parseJson(json);
  return new Map(
    (Array.isArray(list) ? list : []).map((note) => [String(note?.id), String(note?.content ?? '')]),
  );
}
