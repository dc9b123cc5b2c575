import { parseJson } from '#platform/json.ts';

const codeFence = /^```[a-z]*[ \t]*\n([\s\S]*?)\n?```$/i;
/** `<answer>`, `<p>` and the tags that fence the input; not the numbered tags of a block. */
const element = /^<([a-z][\w:-]{0,40})>([\s\S]*)<\/([a-z][\w:-]{0,40})>$/i;
/** Their content is no text of the answer. */
const codeName = /^(?:script|style|template|iframe|object|svg|math|xmp|no(?:script|embed|frames))$/i;
const fenceName = /^[a-z]{1,20}-[0-9a-z]{1,20}$/;
const comment = /^<!--[^<>]{0,200}-->\s*/;
const emphasis = /^([`*_~=]{1,3})([^`*_~=\n][^\n]*)\1$/;

/** Removes what is around the whole of an answer: a code fence, JSON, an element, emphasis. */
export function createUnwrapper(source: string): (text: string) => string {
  const trimmed = source.trim();
  const isJson = /^[[{]/m.test(trimmed);

  function unwrapElement(text: string): string | undefined {
    const [, name = '', inner, end] = element.exec(text) ?? [];
    if (codeName.test(name)) return undefined;
    const isAdded = fenceName.test(name) || !source.includes(`<${name}`);
    return inner !== undefined && name === end && isAdded && !inner.includes(`<${name}>`) ? inner : undefined;
  }

  function unwrapEmphasis(text: string): string | undefined {
    const [, sign = '', inner] = emphasis.exec(text) ?? [];
    const first = sign.charAt(0);
    const isAround = inner !== undefined && !inner.includes(first);
    return isAround && !source.split('\n').some((line) => line.trim().startsWith(first)) ? inner : undefined;
  }

  /** The only text of the JSON. */
  function unwrapJson(text: string): string | undefined {
    if (isJson || !/^[[{]/.test(text)) return undefined;
    const value = parseJson(text);
    const [entry, ...others] = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (!entry || others.length > 0 || /error|message|code|status|detail/i.test(entry[0])) return undefined;
    return typeof entry[1] === 'string' ? entry[1] : undefined;
  }

  return (text) => {
    const bare = text.replace(comment, '');
    const inner =
      codeFence.exec(bare)?.[1] ?? unwrapElement(bare) ?? unwrapJson(bare) ?? unwrapEmphasis(bare) ?? bare;
    return inner === text ? text : inner.trim();
  };
}
