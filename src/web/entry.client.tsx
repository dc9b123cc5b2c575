import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { defaultLocale, isLocale } from '#i18n/locales.ts';
import { createTranslator, type Messages } from '#i18n/translate.ts';
import { TranslationProvider } from './translation.tsx';

const { locale: named, messages: address } = document.documentElement.dataset;
if (!address) throw new Error('a page with scripts names no messages');
const file: { default: Messages } = await import(/* @vite-ignore */ address);
const translator = createTranslator(isLocale(named) ? named : defaultLocale, file.default);

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
