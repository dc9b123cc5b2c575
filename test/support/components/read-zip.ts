import { text } from 'node:stream/consumers';
import type { BrowserCommand } from 'vitest/node';
import { fromBufferPromise } from 'yauzl';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** The entries of a base64 ZIP in order, with their content as text. */
    readZip(base64: string): Promise<[name: string, content: string][]>;
  }
}

export const readZip: BrowserCommand<[base64: string]> = async (_, base64) => {
  const zip = await fromBufferPromise(Buffer.from(base64, 'base64'));
  const entries: [string, string][] = [];
  for await (const entry of zip.eachEntry())
    entries.push([entry.fileName, await text(await zip.openReadStreamPromise(entry))]);
  return entries;
};
