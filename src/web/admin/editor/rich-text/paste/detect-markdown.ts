/** Longer texts stay as they are: the parser would block the page for seconds. */
const lengthMax = 100_000;
/** In one block. The parser's work on emphasis grows with their square. */
const emphasisMax = 3000;
/** From this score on, a text counts as Markdown. */
const scoreMin = 3;

interface Sign {
  pattern: RegExp;
  score: number;
}

/** Syntax that hardly occurs in other texts has the whole score, and the rest needs company. */
const signs: Sign[] = [
  { pattern: /^#{2,6} +\S/m, score: 3 },
  { pattern: /(?:^|\n[ \t]*\n)# +\S.*(?=\n[ \t]*\n|$(?![\s\S]))/, score: 3 },
  { pattern: /\n {0,3}\|?(?: *:?-+:? *\|)+(?: *:?-+:?)? *$/m, score: 3 },
  {
    pattern: /!?\[[^\]\n]{0,300}\]\(<?(?:[a-z]+:|[/.#]|www\.|[\w-]+\/|[\w-]+\.\w)[^)\n]{0,2000}\)/i,
    score: 3,
  },
  { pattern: /(?<![\p{Script=Latin}\p{N}*\\])\*\*(?=[^\s*])[^*\n]{0,300}(?<=\S)\*\*(?!\*)/u, score: 3 },
  { pattern: /(?<![\p{L}\p{N}*\\])\*(?=[^\s*])[^*\n]{0,300}(?<=[^\s*])\*(?![\p{L}\p{N}*])/u, score: 3 },
  { pattern: /(?<![~\\])~~(?=[^\s~])[^~\n]{0,300}(?<=\S)~~(?!~)/, score: 3 },
  { pattern: /(?<![`\\])`(?=[^\s`])[^`\n]{0,300}(?<=\S)`(?!`)/, score: 3 },
  {
    pattern: /^ {0,3}(?:[-*+]|\d{1,3}[.)]) +\S.*\n(?:[ \t]*\n)?(?: {2,}|\t)(?:[-*+]|\d{1,3}[.)]) +\S/m,
    score: 3,
  },
  { pattern: /^ {0,3}[-*+] +\[[ x]\] +\S/im, score: 3 },
  { pattern: /^ {0,3}\[[^\]\n]{1,100}\]: +(?:https?:|\/|#)\S/m, score: 3 },
  { pattern: /^\[\^[^\]\s]{1,40}\]: +\S/m, score: 3 },
  { pattern: /^\S.*\n={3,}[ \t]*$/m, score: 3 },
  { pattern: /^#(?: +)\S/m, score: 1 },
  { pattern: /^ {0,3}> ?\[!(?:note|tip|important|warning|caution)\][ \t]*$/im, score: 3 },
  { pattern: /^ {0,3}> ?\S/m, score: 2 },
  { pattern: /^ {0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*$/m, score: 1 },
  { pattern: /(?:\\| {2})\n\S/, score: 1 },
];

/** False for a text with a few characters that only happen to be syntax, such as a dialog in a poem. */
export function isMarkdown(input: string): boolean {
  if (!isParsable(input)) return false;
  const text = input.replace(/\r\n?/g, '\n').trim();
  const { prose, fenceCount } = removeFences(text);
  if (fenceCount > 0) return true;
  if (isProgramCode(prose)) return false;
  const scores = signs.map(({ pattern, score }) => (pattern.test(prose) ? score : 0));
  return scores.reduce((sum, score) => sum + score, scoreLists(prose)) >= scoreMin;
}

export function isParsable(text: string): boolean {
  if (text.length > lengthMax) return false;
  return text.split(/\n[ \t]*\r?\n/).every((block) => (block.match(/[*_]/g)?.length ?? 0) <= emphasisMax);
}

/** Only closed fences count. */
function removeFences(text: string): { prose: string; fenceCount: number } {
  const lines: string[] = [];
  let fenceCount = 0;
  let fence: { marker: string; start: number } | null = null;
  for (const line of text.split('\n')) {
    const marker = /^[ \t]*(?:[-*+>] +|\d+[.)] +)?(`{3,}|~{3,}(?!~))([^`]*)$/.exec(line);
    if (fence && marker?.[1]?.startsWith(fence.marker) && marker[2]?.trim() === '') {
      lines.length = fence.start;
      fenceCount += 1;
      fence = null;
      continue;
    }
    if (!fence && marker?.[1]) fence = { marker: marker[1], start: lines.length };
    lines.push(line);
  }
  return { prose: lines.join('\n'), fenceCount };
}

const codeLine =
  /[;{}]\s*$|^\s*(?:\/\/|\/\*|#!|#include\b|@@ |import\b.*\bfrom\b|const\b|let\b|def\b.*:\s*$|function\b|class\b.*[:{]\s*$|\$ ?[\w.]+=|<\?)/;

function isProgramCode(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return text.startsWith('#!') || lines.filter((line) => codeLine.test(line)).length > lines.length / 5;
}

/** Lines of a dialog may begin with a hyphen too, but they are sentences. */
function scoreLists(text: string): number {
  let score = 0;
  for (const [list] of text.matchAll(/(?:^ {0,3}([-*+]) +\S.*\n?(?:[ \t]*\n)?(?=(?: {0,3}\1 )|))+/gm)) {
    const items = list.trim().split(/\n+/);
    const sentences = items.filter((item) => /[.!?…,;"”»]\s*$/.test(item)).length;
    if (items.length >= 3) score = Math.max(score, sentences > items.length / 2 ? 2 : 3);
    else if (items.length === 2) score = Math.max(score, 1);
  }
  const numbers = [...text.matchAll(/^ {0,3}(\d{1,3})[.)] +\S/gm)].map(([, number]) => Number(number));
  return numbers.some((number, index) => number === 1 && numbers[index + 1] === 2) ? 3 : score;
}
