import { isNode, type JsonNode, parseJson } from './json.ts';

const maxNesting = 3;
const maxTexts = 50;
const maxCharacters = 4_000_000;
/** Values of a script that are not JSON. */
const maxFailures = 10_000;

/**
 * JSON in strings of JSON documents and in the calls of scripts: a place that Threads hasn't used so far. Words of
 * users can look like JSON too, so a string next to anything that users write is never read.
 */
export function findEmbeddedJson(texts: readonly string[], code: string): string[] {
  const found: string[] = [];
  let sources = texts;
  let characters = 0;
  for (let nesting = 0; nesting < maxNesting; nesting += 1) {
    const inner: string[] = [];
    for (const text of sources.filter((source) => mayContainCode(source, code)).flatMap(findInnerTexts)) {
      characters += text.length;
      if (characters > maxCharacters || found.length + inner.length >= maxTexts) return [...found, ...inner];
      inner.push(text);
    }
    found.push(...inner);
    sources = inner;
  }
  return found;
}

/** Escapes of the characters of a code, such as `\u0044`, or `\x44` in scripts. Threads escapes others only. */
const escapedCharacter = /\\(?:u00|x)(?:2d|5f|3\d|[46][1-9a-f]|[57][0-9a])/i;

export function mayContainCode(text: string, code: string): boolean {
  return text.includes(code) || escapedCharacter.test(text);
}

function findInnerTexts(text: string): string[] {
  const root = parseJson(text);
  if (root !== undefined) return findJsonStrings(root);
  return /^\s*[{[]/.test(text) ? findDocuments(text) : findCallArguments(text);
}

/** Several JSON documents in a row, or one with a semicolon. One that doesn't end is never read in part. */
function findDocuments(text: string): string[] {
  const found: string[] = [];
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (/[\s;,]/.test(character)) continue;
    const end = /[{[]/.test(character) ? findValueEnd(text, position) : -1;
    const value = text.slice(position, end + 1);
    if (end < 0 || parseJson(value) === undefined) break;
    found.push(value);
    position = end;
  }
  return found;
}

/** Fields of posts, users and captions, and of what else has words of users in it. */
const userFields = [
  ...['pk', 'code', 'user', 'username', 'full_name', 'biography', 'caption', 'text', 'plaintext', 'name'],
  ...['content', 'message', 'body', 'bio', 'headline', 'alt', 'alt_text', 'comments'],
  ...['title', 'description', 'text_fragments', 'text_post_app_info', 'accessibility_caption', 'query'],
];

function mayHaveUserText(node: JsonNode): boolean {
  const isPreloader = typeof node.id === 'string' && node.id.startsWith('adp_');
  return userFields.some((key) => key in node) || ('id' in node && !isPreloader);
}

const maxValues = 500_000;

function findJsonStrings(root: unknown): string[] {
  const strings: string[] = [];
  const values = [root];
  for (let count = 0; values.length > 0 && count < maxValues; count += 1) {
    const value = values.pop();
    if (typeof value === 'string' && /^\s*[{[]/.test(value)) strings.push(value);
    if (typeof value !== 'object' || value === null || (isNode(value) && mayHaveUserText(value))) continue;
    for (const child of Object.values(value)) values.push(child);
  }
  return strings;
}

/** The JSON objects and lists that a script passes to functions or assigns, and strings passed to `JSON.parse`. */
export function findCallArguments(script: string): string[] {
  const found: string[] = [];
  let remaining = maxCharacters;
  let remainingFailures = maxFailures;
  let previous = '';
  const before = (position: number) => script.slice(Math.max(0, position - 20), position);
  for (let position = 0; position < script.length && remaining > 0 && remainingFailures > 0; position += 1) {
    const character = script.charAt(position);
    const isArgument = previous === '(' || previous === ',' || previous === '=';
    if (character === '/' && /[/*]/.test(script.charAt(position + 1))) {
      position = findCommentEnd(script, position);
      continue;
    }
    let end = -1;
    if (character === '"' || character === "'" || character === '`') {
      end = findStringEnd(script, position);
      // Quotes that don't match mean that this isn't the text of a script.
      if (end < 0) return [];
      if (/JSON\.parse\(\s*$/.test(before(position)))
        found.push(toJsonString(script.slice(position, end + 1)));
    } else if (character === '/' && (beforePattern.includes(previous) || keyword.test(before(position)))) {
      end = findPatternEnd(script, position);
      if (end < 0) return [];
    } else if (isArgument && (character === '{' || character === '[')) {
      const valueEnd = findValueEnd(script, position);
      remaining -= (valueEnd < 0 ? script.length : valueEnd) - position;
      const value = script.slice(position, valueEnd + 1);
      if (valueEnd >= 0 && parseJson(value) !== undefined) {
        found.push(value);
        end = valueEnd;
      } else remainingFailures -= 1;
    }
    if (end >= 0) position = end;
    if (character > ' ') previous = character;
  }
  return found;
}

/** The position of the closing quote; -1 if there's none in the same line. */
function findStringEnd(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let position = start + 1; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (character === '\\') position += 1;
    else if (character === quote) return position;
    else if (character === '\n' && quote !== '`') return -1;
  }
  return -1;
}

/** After one of these, a slash starts a regular expression. After anything else, it divides. */
const beforePattern = ['', ...'(,=:[!&|?{};'];
const keyword = /\b(?:return|typeof|case)\s*$/;

/** The position of the closing slash; -1 if there's none in the same line. */
function findPatternEnd(text: string, start: number): number {
  let isInClass = false;
  for (let position = start + 1; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (character === '\n') return -1;
    if (character === '\\') position += 1;
    else if (character === '[') isInClass = true;
    else if (character === ']') isInClass = false;
    else if (character === '/' && !isInClass) return position;
  }
  return -1;
}

/** A string of a script, in any quotes, as a string of JSON. */
function toJsonString(literal: string): string {
  const content = literal.slice(1, -1).replace(/\\x[\da-f]{2}|\\[\s\S]|["\n\r\t]/gi, (part) => {
    if (!part.startsWith('\\')) return JSON.stringify(part).slice(1, -1);
    if (part.length > 2) return `\\u00${part.slice(2)}`;
    if (part === '\\\n') return '';
    return /["\\/bfnrtu]/.test(part.charAt(1)) ? part : part.slice(1);
  });
  return `"${content}"`;
}

function findCommentEnd(text: string, start: number): number {
  const isBlock = text.charAt(start + 1) === '*';
  const end = text.indexOf(isBlock ? '*/' : '\n', start + 2);
  if (end < 0) return text.length;
  return isBlock ? end + 1 : end;
}

function findValueEnd(text: string, start: number): number {
  let depth = 0;
  for (let position = start; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (character === '"') {
      position = findStringEnd(text, position);
      if (position < 0) return -1;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0) return position;
  }
  return -1;
}
