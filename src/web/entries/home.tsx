// Its React is Preact: see scripts/preact-runtime.ts.
import { Home, type HomeProps, homeIslandId } from '../downloader/home/home.tsx';
import { loadResultsChunk } from '../downloader/lazy-results.ts';
import { hydrateIsland } from '../rendering/hydrate-island.tsx';
import { ApplicationErrorPage } from '../site/error-pages.tsx';

async function loadResults({ formResult }: HomeProps): Promise<void> {
  // If the code doesn't load, the page shows the error itself.
  if (formResult) await loadResultsChunk().catch(() => undefined);
}

await hydrateIsland(homeIslandId, Home, ApplicationErrorPage, loadResults);
