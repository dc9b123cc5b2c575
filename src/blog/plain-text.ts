import { Parser } from 'htmlparser2';
import { countWords, readingMinutes } from '#i18n/reading-time.ts';

const inline = new Set(['a', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'span', 'img']);

/** The text of sanitized HTML, one line per block; no alt texts. */
export function plainText(html: string): string {
  let text = '';
  const endLine = (name: string) => {
    if (!inline.has(name)) text += '\n';
  };
  const parser = new Parser({
    onopentagname: endLine,
    onclosetag: endLine,
    ontext: (part) => {
      text += part;
    },
  });
  parser.end(html);
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

export function readingTimeMinutes(html: string): number {
  return readingMinutes(countWords(plainText(html)));
}
