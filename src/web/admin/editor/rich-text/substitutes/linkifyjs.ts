/**
 * Takes the place of linkifyjs, which lists all top-level domains (ten kilobytes). The editor only links texts that
 * start with a scheme or `www.`.
 */

interface FoundLink {
  type: 'url' | 'text';
  value: string;
  isLink: boolean;
  href: string;
  start: number;
  end: number;
}

const candidate = /(?<![\p{L}\p{N}@/])(?:https?:\/\/|www\.)[^\s<>"“”„«»\u3000-\u303f\uff00-\uff65]+/giu;
const host =
  /^(?:https?:\/\/(?:[^/?#]*@)?[\p{L}\p{N}[]|www\.[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,})/iu;
const closers: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Without the punctuation of the sentence. */
function trimEnd(text: string): string {
  let url = text;
  for (;;) {
    const last = url.at(-1) ?? '';
    const opener = closers[last];
    const isOpen = opener !== undefined && url.split(opener).length < url.split(last).length;
    if (!isOpen && !/[.,:;!?'’…*_~]/.test(last)) return url;
    url = url.slice(0, -1);
  }
}

export function find(text: string, { defaultProtocol = 'http' }: { defaultProtocol?: string } = {}) {
  const links: FoundLink[] = [];
  for (const { 0: match, index } of text.matchAll(candidate)) {
    const value = trimEnd(match);
    if (!host.test(value)) continue;
    const href = /^https?:/i.test(value) ? value : `${defaultProtocol}://${value}`;
    links.push({ type: 'url', value, isLink: true, href, start: index, end: index + value.length });
  }
  return links;
}

/** The links and the texts between them; only the links if nothing but punctuation is around them. */
export function tokenize(text: string) {
  const tokens: FoundLink[] = [];
  const pushText = (start: number, end: number) => {
    const value = text.slice(start, end);
    if (!/^\p{P}*$/u.test(value)) tokens.push({ type: 'text', value, isLink: false, href: '', start, end });
  };
  let position = 0;
  for (const link of find(text)) {
    pushText(position, link.start);
    tokens.push(link);
    position = link.end;
  }
  pushText(position, text.length);
  return tokens.map((token) => ({
    ...token,
    toObject: (defaultProtocol: string) => ({
      ...token,
      href: find(token.value, { defaultProtocol })[0]?.href ?? token.href,
    }),
  }));
}

export const registerCustomProtocol = () => undefined;
export const reset = () => undefined;
