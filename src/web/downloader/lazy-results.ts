import { loadMessages } from '../rendering/client-messages.ts';

let loading: ReturnType<typeof load> | null = null;

async function load() {
  const chunk = import('./results-chunk.ts');
  // The server has all messages.
  const [loaded] = await Promise.all([chunk, import.meta.env.SSR || loadMessages('later')]);
  return loaded;
}

/**
 * Code and messages for the steps after the link; loaded on focus of the field, not with the page. Once loaded, they are
 * there before the next frame, which another `import` doesn't promise. A failure is tried again.
 */
export function loadResultsChunk(): ReturnType<typeof load> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

export async function loadSettingsDialog() {
  return (await loadResultsChunk()).importSettingsDialog();
}
