import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Download } from 'playwright';
import { inject } from 'vitest';

/** The process is shared. Closing the connection only closes the contexts made here. */
export function connectBrowser(): Promise<Browser> {
  return chromium.connect(inject('browserEndpoint'));
}

/** The browser's own download folder isn't accessible over a connection. */
export async function readDownload(download: Download): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'unspool-download-'));
  try {
    const path = join(folder, 'file');
    await download.saveAs(path);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
