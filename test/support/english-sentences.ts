import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { type Locale, locales } from '#i18n/locales.ts';
import type { Message } from '#i18n/translator.ts';

const texts = new Map(locales.map((locale) => [locale, loadPieces(locale)]));

/** Texts between placeholders that have three words or more. */
function loadPieces(locale: Locale): Set<string> {
  const messages: Record<string, Message> = JSON.parse(
    readFileSync(`src/i18n/messages/${locale}.json`, 'utf8'),
  );
  const forms = Object.values(messages).flatMap((message) =>
    typeof message === 'string' ? [message] : Object.values(message),
  );
  const pieces = forms.flatMap((form) => form.split(/\{\w+\}/)).map((piece) => piece.trim());
  return new Set(pieces.filter((piece) => (piece.match(/\p{L}{2,}/gu) ?? []).length >= 3));
}

/** English messages in a text of another language, except those it shares with English. */
export function englishIn(text: string, locale: Locale): string[] {
  if (locale === 'en') return [];
  const pieces = texts.get(locale);
  return [...(texts.get('en') ?? [])].filter((piece) => !pieces?.has(piece) && text.includes(piece));
}

/** All text of a page, including hidden elements, metadata and text attributes. */
export function readPageText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'content', 'value'];
    const parts = [document.title];
    for (const element of document.querySelectorAll('*')) {
      for (const name of attributes) parts.push(element.getAttribute(name) ?? '');
      const isCode = element.matches('script:not([type="application/ld+json"]), style, [hreflang]');
      if (isCode) continue;
      for (const node of element.childNodes) if (node instanceof Text) parts.push(node.data);
    }
    return parts.map((text) => text.replace(/\s+/g, ' ').trim()).join('\n');
  });
}
