const blockNames =
  'table|thead|tfoot|caption|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|blockquote|address|h[1-6]|p|hr|fieldset|legend|section|article|aside|header|footer|nav|figure|figcaption|details|summary|iframe|object|video|audio|script|style';
const blockTag = new RegExp(`^<(/?)(${blockNames})(?:\\s[^>]*)?/?>`, 'i');
/** Start tags of elements that need no paragraph in them. */
const lineTag = /^<(?:p|h[1-6]|li|dt|dd|td|th|caption|figcaption|figure|summary|legend|address)[\s>]/i;
const preformatted = /<(pre|script|style|textarea|object|video|audio)[\s>][\s\S]*?(?:<\/\1\s*>|$)/gi;

/** The paragraphs of WordPress's classic editor, which stores texts with empty lines and line breaks instead of tags. */
export function autop(text: string): string {
  const kept: string[] = [];
  const input = text
    .replace(/\r\n?/g, '\n')
    .replace(preformatted, (block) => `\n\n\ue000${kept.push(block) - 1}\ue001\n\n`);
  return splitAtBlocks(input)
    .map((part, index, parts) => {
      if (part.isTag) return part.text;
      const lines = wrapLines(part.text);
      return lineTag.test(parts[index - 1]?.text ?? '') && lines.length === 1
        ? breakLines(part.text.trim())
        : lines.join('\n');
    })
    .join('')
    .replace(/\ue000(\d+)\ue001/g, (_, index: string) => kept[Number(index)] ?? '');
}

interface Part {
  text: string;
  isTag: boolean;
}

function splitAtBlocks(text: string): Part[] {
  const parts: Part[] = [];
  let line = '';
  let position = 0;
  for (;;) {
    const next = text.indexOf('<', position);
    if (next === -1) break;
    const tag = blockTag.exec(text.slice(next, next + 1000));
    line += text.slice(position, next);
    if (!tag) {
      line += '<';
      position = next + 1;
      continue;
    }
    parts.push({ text: line, isTag: false }, { text: tag[0], isTag: true });
    line = '';
    position = next + tag[0].length;
  }
  parts.push({ text: line + text.slice(position), isTag: false });
  return parts;
}

/** The parts of a text between block tags. */
function wrapLines(text: string): string[] {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  return paragraphs
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) =>
      /^\ue000\d+\ue001$/.test(paragraph) ? paragraph : `<p>${breakLines(paragraph)}</p>`,
    );
}

function breakLines(paragraph: string): string {
  const lines = paragraph.split('\n');
  const last = lines.pop() ?? '';
  return [...lines.map((line) => line.trimEnd().replace(/<br\s*\/?>$/i, '')), last].join('<br>');
}
