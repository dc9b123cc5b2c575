import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Download } from 'playwright';
import { inject } from 'vitest';

/** Connects to the run's browser process. Closing it closes the contexts made here and leaves the process running. */
export function connectBrowser(): Promise<Browser> {
  return chromium.connect(inject('browserEndpoint'));
}

/** Waits until the download has ended and reads its bytes. The browser's own folder is out of reach over a connection. */
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
