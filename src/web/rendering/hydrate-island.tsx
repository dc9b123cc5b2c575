import { type ComponentType, type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { readAppearance } from '../appearance/appearance.ts';
import { AppearanceContext } from '../appearance/appearance-context.ts';
import { TranslatorProvider } from '../translator.tsx';
import { CrashBoundary, crashLogging } from '../ui/crash-boundary.tsx';
import { loadTranslator } from './client-messages.ts';
import { useHydrationMark } from './hydration-mark.ts';
import { findIsland } from './island.tsx';

/**
 * Hydrates the island with what the router gives a whole page: messages, appearance and an error page.
 * `loadParts`: Preact doesn't notice what changes while a lazy part of the server's page waits for its code.
 */
export async function hydrateIsland<Props extends object>(
  id: string,
  Part: ComponentType<Props>,
  ErrorPage: ComponentType<{ message: string | null }>,
  loadParts?: (props: Props) => Promise<unknown>,
): Promise<void> {
  const { container, props } = findIsland<Props>(id);
  const [translator] = await Promise.all([loadTranslator(), loadParts?.(props)]);
  startTransition(() => {
    hydrateRoot(
      container,
      <TranslatorProvider translator={translator}>
        <AppearanceContext value={readAppearance()}>
          <CrashBoundary ErrorPage={ErrorPage}>
            <Hydrated>
              <Part {...props} />
            </Hydrated>
          </CrashBoundary>
        </AppearanceContext>
      </TranslatorProvider>,
      crashLogging,
    );
  });
}

function Hydrated({ children }: { children: ReactNode }) {
  useHydrationMark();
  return children;
}
