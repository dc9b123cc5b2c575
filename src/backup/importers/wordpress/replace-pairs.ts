interface Pair {
  /** Global. */
  open: RegExp;
  /** In lower case. */
  close(match: RegExpExecArray): string;
  replace(match: RegExpExecArray, inner: string): string;
}

/** Like a regular expression with `[\s\S]*?` in the middle, which would take quadratic time without the end. */
export function replacePairs(text: string, { open, close, replace }: Pair): string {
  // Other letters may change their length.
  const lowercase = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const missing = new Set<string>();
  let replaced = '';
  let position = 0;
  const pattern = new RegExp(open);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = close(match);
    const start = match.index + match[0].length;
    const closing = missing.has(end) ? -1 : lowercase.indexOf(end, start);
    if (closing === -1) {
      missing.add(end);
      continue;
    }
    replaced += text.slice(position, match.index) + replace(match, text.slice(start, closing));
    position = closing + end.length;
    pattern.lastIndex = position;
  }
  return replaced + text.slice(position);
}
