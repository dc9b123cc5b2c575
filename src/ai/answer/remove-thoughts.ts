/** Begin and end of thoughts, in lower case. */
const thoughtTags: readonly [begin: string, end: string][] = [
  ['<think>', '</think>'],
  ['<|channel|>analysis<|message|>', '<|channel|>final<|message|>'],
  ['<|channel|>commentary<|message|>', '<|channel|>final<|message|>'],
];

/** Every model has its own: `<thinking_process>`, `<|begin_of_thought|>`, `[REASONING]`, `◁think▷`. */
const anyThoughtTag =
  /[<[◁]\s{0,2}\|?(\/?)\s{0,2}\|?([a-z_:-]{0,20}(?:think|thought|reason|reflect|monologue|scratchpad|analysis|deliberat)[a-z_:-]{0,20})(?:\s[^<>[\]]{0,40})?\s{0,2}\|?[>\]▷]/gi;

function normalizeTags(output: string, lowerSource: string): string {
  return output.replace(anyThoughtTag, (tag: string, slash: string, name: string) => {
    if (lowerSource.includes(name.toLowerCase()) && tag.toLowerCase() !== `<${slash}think>`) return tag;
    return slash !== '' || /^end/i.test(name) ? '</think>' : '<think>';
  });
}

/** An end without a begin: the template of the model has begun the thoughts. A begin without an end is cut. */
export function removeThoughts(output: string, source: string): string {
  const lowerSource = toLower(source);
  const text = thoughtTags.reduce(
    (rest, [begin, end]) => {
      const isOwn = [begin, end].some(
        (tag) => lowerSource.includes(tag) || lowerSource.includes(escapeTag(tag)),
      );
      return isOwn ? removeLeading(rest, begin, end) : removeAll(rest, begin, end);
    },
    normalizeTags(output, lowerSource),
  );
  return text.trimEnd().replace(endOfAnswer, '');
}

const endOfAnswer = /(?:<\|(?:return|end|im_end|eot_id|endoftext)\|>|<\/s>|#{3,})$/i;

/** Keeps the positions, unlike `toLowerCase`. */
const toLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const escapeTag = (tag: string) => tag.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A text about such tags keeps those that don't begin the output. */
function removeLeading(text: string, begin: string, end: string): string {
  const trimmed = text.trimStart();
  const lower = toLower(trimmed);
  if (!lower.startsWith(begin)) return text;
  const endAt = lower.indexOf(end);
  return endAt === -1 ? '' : trimmed.slice(endAt + end.length);
}

function removeAll(text: string, begin: string, end: string): string {
  const lower = toLower(text);
  if (!lower.includes(begin) && !lower.includes(end)) return text;
  let kept = '';
  let at = 0;
  while (at < text.length) {
    const beginAt = lower.indexOf(begin, at);
    const endAt = lower.indexOf(end, at);
    if (endAt !== -1 && (beginAt === -1 || endAt < beginAt)) {
      kept = '';
      at = endAt + end.length;
    } else if (beginAt !== -1) {
      kept += text.slice(at, beginAt);
      at = endAt === -1 ? text.length : endAt + end.length;
    } else {
      kept += text.slice(at);
      at = text.length;
    }
  }
  return kept.trim();
}
