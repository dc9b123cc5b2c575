import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { readAppearance } from './appearance/appearance.ts';
import { AppearanceContext } from './appearance/appearance-context.ts';
import { loadTranslator } from './rendering/client-messages.ts';
import { TranslatorProvider } from './translator.tsx';

const translator = await loadTranslator();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TranslatorProvider translator={translator}>
        <AppearanceContext value={readAppearance()}>
          <HydratedRouter />
        </AppearanceContext>
      </TranslatorProvider>
    </StrictMode>,
  );
});
