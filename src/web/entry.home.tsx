import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { loadTranslator } from './rendering/client-messages.ts';
import { useHydrationMark } from './rendering/hydration-mark.ts';
import { CrashBoundary } from './site/home/crash-boundary.tsx';
import { Home, type HomeProps } from './site/home/home.tsx';
import { findHomeIsland } from './site/home/home-island.tsx';
import { TranslatorProvider } from './translator.tsx';

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
      <CrashBoundary>
        <HydratedHome {...props} />
      </CrashBoundary>
    </TranslatorProvider>,
  );
});
