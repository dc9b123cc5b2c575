import { normalizeLine } from '#platform/normalize-text.ts';
import { imageUrlPattern } from '../contract.ts';
import { isExternalUrl, sanitizeUrl } from '../link-url.ts';

type Attributes = Record<string, string>;

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const spanMax = 100;

export function sanitizeAttributes(name: string, attributes: Attributes): Attributes {
  const sanitized = {
    ...sanitizersByElement[name]?.(attributes),
    lang: parseLanguage(attributes.lang),
    dir: parseDirection(attributes.dir),
  };
  return Object.fromEntries(
    Object.entries(sanitized).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

const sanitizersByElement: Record<string, (attributes: Attributes) => Record<string, string | undefined>> = {
  a: ({ href = '' }) => {
    const url = sanitizeUrl(href);
    if (url === null) return {};
    return { href: url, rel: isExternalUrl(url) ? 'noopener' : undefined };
  },
  img: ({ src = '', alt = '', width, height }) => {
    if (!imageUrlPattern.test(src)) return {};
    return {
      src,
      alt: normalizeLine(alt),
      width: parseCount(width, 20_000),
      height: parseCount(height, 20_000),
    };
  },
  code: ({ class: classes = '' }) => ({
    class: /(?:^|\s)(language-[a-z0-9+#-]{1,40})(?:\s|$)/.exec(classes)?.[1],
  }),
  ol: ({ start }) => ({ start: parseCount(start, 1_000_000) }),
  td: ({ colspan, rowspan }) => ({ colspan: parseSpan(colspan), rowspan: parseSpan(rowspan) }),
  th: ({ colspan, rowspan, scope }) => ({
    colspan: parseSpan(colspan),
    rowspan: parseSpan(rowspan),
    scope: scope === 'row' || scope === 'col' ? scope : undefined,
  }),
};

function parseCount(text = '', max: number): string | undefined {
  const count = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= max ? String(count) : undefined;
}

function parseSpan(text?: string): string | undefined {
  const span = parseCount(text, spanMax);
  return span === '1' ? undefined : span;
}

function parseDirection(text = ''): string | undefined {
  return /^(?:ltr|rtl|auto)$/i.test(text.trim()) ? text.trim().toLowerCase() : undefined;
}

function parseLanguage(text = ''): string | undefined {
  const tag = text.trim();
  if (!/^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i.test(tag)) return undefined;
  const known = languageNames.of(tag.split('-')[0] ?? '') !== undefined;
  return known ? Intl.getCanonicalLocales(tag)[0] : undefined;
}
