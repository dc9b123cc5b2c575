import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { defaultLocale, isLocale } from '#i18n/locales.ts';
import { createTranslator, type Messages } from '#i18n/translate.ts';
import { TranslationProvider } from './translation.tsx';

const files = import.meta.glob<Messages>('../i18n/messages/*.json', { import: 'default' });

const named = document.documentElement.dataset.locale;
const locale = isLocale(named) ? named : defaultLocale;
const load = files[`../i18n/messages/${locale}.json`];
if (!load) throw new Error(`the build holds no messages for ${locale}`);
const admin = location.pathname.startsWith('/admin') ? import('./admin/admin-words.ts') : null;
const [words, adminWords] = await Promise.all([
  load(),
  admin?.then(({ loadAdminWords }) => loadAdminWords(locale)),
]);
const translator = createTranslator(locale, { ...words, ...adminWords });

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
