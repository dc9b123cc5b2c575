import { loadMessages } from '../rendering/client-messages.ts';

/** Code and messages for the steps after the link; loaded on focus of the field, not with the page. */
export async function loadResultsChunk() {
  const chunk = import('./results-chunk.ts');
  // The server has all messages.
  const [loaded] = await Promise.all([chunk, import.meta.env.SSR || loadMessages('later')]);
  return loaded;
}

export async function loadSettingsDialog() {
  return (await loadResultsChunk()).importSettingsDialog();
}
