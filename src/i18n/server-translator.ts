import type { Locale } from './locales.ts';
import de from './messages/de.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };
import es from './messages/es.json' with { type: 'json' };
import fr from './messages/fr.json' with { type: 'json' };
import id from './messages/id.json' with { type: 'json' };
import it from './messages/it.json' with { type: 'json' };
import pt from './messages/pt.json' with { type: 'json' };
import th from './messages/th.json' with { type: 'json' };
import vi from './messages/vi.json' with { type: 'json' };
import zh from './messages/zh.json' with { type: 'json' };
import { createTranslator, type Messages, type Translator } from './translator.ts';

const messages: Record<Locale, Messages> = { en, es, pt, fr, de, it, zh, vi, id, th };
const translators = new Map<Locale, Translator>();

/** Loads all ten languages, so it must not reach a browser. */
export function serverTranslator(locale: Locale): Translator {
  let translator = translators.get(locale);
  if (!translator) {
    translator = createTranslator(locale, messages[locale]);
    translators.set(locale, translator);
  }
  return translator;
}
