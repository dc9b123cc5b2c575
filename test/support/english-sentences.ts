import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { type Locale, locales } from '#i18n/locales.ts';
import type { Message } from '#i18n/translate.ts';

const texts = new Map(locales.map((locale) => [locale, piecesOf(locale)]));

/** What stands between the slots of a language's messages, where it is three words or more. */
function piecesOf(locale: Locale): Set<string> {
  const messages: Record<string, Message> = JSON.parse(
    readFileSync(`src/i18n/messages/${locale}.json`, 'utf8'),
  );
  const forms = Object.values(messages).flatMap((message) =>
    typeof message === 'string' ? [message] : Object.values(message),
  );
  const pieces = forms.flatMap((form) => form.split(/\{\w+\}/)).map((piece) => piece.trim());
  return new Set(pieces.filter((piece) => (piece.match(/\p{L}{2,}/gu) ?? []).length >= 3));
}

/** English messages in a text of another language, but for those that it shares with English. */
export function englishIn(text: string, locale: Locale): string[] {
  if (locale === 'en') return [];
  const own = texts.get(locale);
  return [...(texts.get('en') ?? [])].filter((piece) => !own?.has(piece) && text.includes(piece));
}

/** Everything a page says, to eyes, ears, search engines and in places that are closed now. */
export function readWords(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'content', 'value'];
    const words = [document.title];
    for (const element of document.querySelectorAll('*')) {
      for (const name of attributes) words.push(element.getAttribute(name) ?? '');
      const isCode = element.matches('script:not([type="application/ld+json"]), style, [hreflang]');
      if (isCode) continue;
      for (const node of element.childNodes) if (node instanceof Text) words.push(node.data);
    }
    return words.map((text) => text.replace(/\s+/g, ' ').trim()).join('\n');
  });
}
