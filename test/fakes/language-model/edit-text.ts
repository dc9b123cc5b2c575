const corrections: [RegExp, string][] = [
  [/\bteh\b/g, 'the'],
  [/\brecieve\b/g, 'receive'],
  [/ +([,.!?])/g, '$1'],
];

/** Edits the text of a request for selected text by simple rules; null for other requests. */
export function composeTextReply(instructions: string, data: string): string | null {
  const text = /<text-(\w+)>\n([\s\S]*?)\n<\/text-\1>/.exec(data)?.[2];
  if (text === undefined) return null;
  if (instructions.includes('Rewrite the text')) return text.replace(/^(?!<\d)/gm, 'Put simply: ');
  if (instructions.includes('Shorten the text')) return text.split('\n').map(toFirstHalf).join('\n');
  if (instructions.includes('Continue the text')) return 'And so it went on. Nobody had expected it.';
  if (instructions.includes('Correct the spelling'))
    return corrections.reduce((fixed, [pattern, word]) => fixed.replace(pattern, word), text);
  if (instructions.includes('the items of a list'))
    return text
      .split(/(?<=[.!?;])\s+|\n/)
      .map((item) => `- ${item}`)
      .join('\n');
  return null;
}

/** Tags count as parts of their words. A tag that loses its end is closed. */
function toFirstHalf(line: string): string {
  const words = line.split(' ');
  const half = words.slice(0, Math.ceil(words.length / 2)).join(' ');
  const open = /<(\d+)>(?!.*<\/\1>)/.exec(half)?.[1];
  return open === undefined ? half : `${half}</${open}>`;
}
