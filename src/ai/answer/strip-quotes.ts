const closingFor: Record<string, string> = {
  '"': '"”',
  "'": "'’",
  '“': '”"',
  '‘': "’'",
  '„': '“”"',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
};
const quotes = /["“”„«»「」『』]/u;

/** Linear, also for many of them. */
export function stripQuotes(text: string): string {
  let start = 0;
  let end = text.length;
  while (end - start > 1 && closingFor[text.charAt(start)]?.includes(text.charAt(end - 1))) {
    start += 1;
    end -= 1;
  }
  if (start === 0) return text;
  const inner = text.slice(start, end);
  // `"Yes" and "no"` begins and ends with a quotation mark, but none is around the whole.
  const first = quotes.exec(inner);
  const isAround =
    first === null ||
    first.index === 0 ||
    /[\s(]/.test(inner.charAt(first.index - 1)) ||
    /[“„«「『]/.test(first[0]);
  return isAround ? inner.trim() : text;
}

/** A source with a line that begins with a quotation mark has them for a reason. */
export const beginsLinesWithQuotes = (source: string) => /^[ \t]*["“„«»「『]/mu.test(source);

/** Whether the text begins with a quotation mark that may turn out to be around the whole. */
export function beginsOpenQuote(text: string): boolean {
  const closing = closingFor[text.charAt(0)];
  return closing !== undefined && ![...closing].some((mark) => text.includes(mark, 1));
}
