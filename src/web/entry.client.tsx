import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { defaultLocale, isLocale } from '#i18n/locales.ts';
import { createTranslator } from '#i18n/translator.ts';
import { loadMessages } from './rendering/client-messages.ts';
import { TranslatorProvider } from './translator.tsx';

const { locale: localeAttribute } = document.documentElement.dataset;
const translator = createTranslator(
  isLocale(localeAttribute) ? localeAttribute : defaultLocale,
  await loadMessages('words'),
);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TranslatorProvider translator={translator}>
        <HydratedRouter />
      </TranslatorProvider>
    </StrictMode>,
  );
});
