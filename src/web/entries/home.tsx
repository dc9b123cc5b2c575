// Its React is Preact: see scripts/home-runtime.ts.
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { readAppearance } from '../appearance/appearance.ts';
import { AppearanceContext } from '../appearance/appearance-context.ts';
import { findHomeIsland, Home, type HomeProps } from '../downloader/home/home.tsx';
import { loadTranslator } from '../rendering/client-messages.ts';
import { useHydrationMark } from '../rendering/hydration-mark.ts';
import { ApplicationErrorPage } from '../site/error-pages.tsx';
import { TranslatorProvider } from '../translator.tsx';
import { CrashBoundary } from '../ui/crash-boundary.tsx';

function HydratedHome(props: HomeProps) {
  useHydrationMark();
  return <Home {...props} />;
}

const translator = await loadTranslator();
const { container, props } = findHomeIsland();

startTransition(() => {
  hydrateRoot(
    container,
    <TranslatorProvider translator={translator}>
      <AppearanceContext value={readAppearance()}>
        <CrashBoundary ErrorPage={ApplicationErrorPage}>
          <HydratedHome {...props} />
        </CrashBoundary>
      </AppearanceContext>
    </TranslatorProvider>,
  );
});
