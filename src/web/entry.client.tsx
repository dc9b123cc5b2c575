import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { defaultLocale, isLocale } from '#i18n/locales.ts';
import { createTranslator } from '#i18n/translate.ts';
import { loadWords } from './load-words.ts';
import { TranslationProvider } from './translation.tsx';

const { locale: named } = document.documentElement.dataset;
const translator = createTranslator(isLocale(named) ? named : defaultLocale, await loadWords('words'));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TranslationProvider translator={translator}>
        <HydratedRouter />
      </TranslationProvider>
    </StrictMode>,
  );
});
