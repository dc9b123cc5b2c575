import { createContext, type ReactNode, useContext } from 'react';
import type { Translator } from '#i18n/translator.ts';

const TranslationContext = createContext<Translator | null>(null);

export function TranslatorProvider({
  translator,
  children,
}: {
  translator: Translator;
  children: ReactNode;
}) {
  return <TranslationContext value={translator}>{children}</TranslationContext>;
}

export function useTranslator(): Translator {
  const translator = useContext(TranslationContext);
  if (!translator) throw new Error('a component was rendered outside TranslatorProvider');
  return translator;
}
