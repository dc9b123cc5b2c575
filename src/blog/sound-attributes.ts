import { pictureAddress } from './picture-address.ts';
import { leavesSite, soundAddress } from './sound-address.ts';
import { soundLine } from './sound-text.ts';

type Attributes = Record<string, string>;

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const spanMax = 100;

/** What stays of an element's attributes: those of its own kind, and the language and direction of its text. */
export function soundAttributes(name: string, given: Attributes): Attributes {
  const wanted = { ...own[name]?.(given), lang: languageOf(given.lang), dir: directionOf(given.dir) };
  return Object.fromEntries(
    Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

const own: Record<string, (given: Attributes) => Record<string, string | undefined>> = {
  a: ({ href = '' }) => {
    const address = soundAddress(href);
    if (address === null) return {};
    return { href: address, rel: leavesSite(address) ? 'noopener' : undefined };
  },
  img: ({ src = '', alt = '', width, height }) => {
    if (!pictureAddress.test(src)) return {};
    return {
      src,
      alt: soundLine(alt),
      width: countOf(width, 20_000),
      height: countOf(height, 20_000),
    };
  },
  code: ({ class: classes = '' }) => ({
    class: /(?:^|\s)(language-[a-z0-9+#-]{1,40})(?:\s|$)/.exec(classes)?.[1],
  }),
  ol: ({ start }) => ({ start: countOf(start, 1_000_000) }),
  td: ({ colspan, rowspan }) => ({ colspan: spanOf(colspan), rowspan: spanOf(rowspan) }),
  th: ({ colspan, rowspan, scope }) => ({
    colspan: spanOf(colspan),
    rowspan: spanOf(rowspan),
    scope: scope === 'row' || scope === 'col' ? scope : undefined,
  }),
};

function countOf(text = '', most: number): string | undefined {
  const count = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= most ? String(count) : undefined;
}

function spanOf(text?: string): string | undefined {
  const span = countOf(text, spanMax);
  return span === '1' ? undefined : span;
}

function directionOf(text = ''): string | undefined {
  return /^(?:ltr|rtl|auto)$/i.test(text.trim()) ? text.trim().toLowerCase() : undefined;
}

/** A language that exists, with script and region at most. */
function languageOf(text = ''): string | undefined {
  const tag = text.trim();
  if (!/^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i.test(tag)) return undefined;
  const known = languageNames.of(tag.split('-')[0] ?? '') !== undefined;
  return known ? Intl.getCanonicalLocales(tag)[0] : undefined;
}
