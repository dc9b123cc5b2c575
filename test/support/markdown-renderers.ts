import { Parser } from 'htmlparser2';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import showdown from 'showdown';

const markdownIt = new MarkdownIt({ html: true, linkify: true });
const showdownConverter = new showdown.Converter({
  simplifiedAutoLink: true,
  strikethrough: true,
  tables: true,
  noHeaderId: true,
});

/** As people use them: with HTML, and with bare URLs as links. Showdown knows no CommonMark. */
export const markdownRenderers: Record<string, (markdown: string) => string> = {
  marked: (markdown) => marked.parse(markdown, { async: false }),
  'markdown-it': (markdown) => markdownIt.render(markdown),
  micromark: (markdown) =>
    micromark(markdown, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    }),
  showdown: (markdown) => showdownConverter.makeHtml(markdown),
};

/** The names of the elements with their attributes, and the text between the tags. */
export function parseRendered(html: string) {
  const elements = new Set<string>();
  const urls: string[] = [];
  let text = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      elements.add([name, ...Object.keys(attributes)].join(' '));
      for (const url of [attributes.href, attributes.src]) if (url !== undefined) urls.push(url);
    },
    ontext(part) {
      text += part;
    },
  });
  parser.end(html);
  return { elements: [...elements], urls, text };
}
