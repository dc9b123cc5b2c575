import { ok } from '#platform/result.ts';
import type { OpenFile } from './open-file.ts';
import { sniffBytes } from './true-type.ts';

/**
 * Opens a file for its head alone: the CDN's own HEAD, and where that is refused or says too little, the first few
 * bytes (which also find a fresh address where the old one is dead). The body is never read on.
 */
export function createFileDescriber(openFile: OpenFile): OpenFile {
  return async (ticket, _ask, signal) => {
    const head = await openFile(ticket, { method: 'HEAD', range: null }, signal);
    if (head.ok && head.value.length !== null) return head;
    if (head.ok) head.value.body.destroy();
    if (signal.aborted || (!head.ok && head.error.code === 'media.timeout')) return head;
    const start = { method: 'GET', range: `bytes=0-${sniffBytes - 1}` } as const;
    const opened = await openFile(ticket, start, signal);
    if (!opened.ok) return opened;
    opened.value.body.destroy();
    return ok({ ...opened.value, range: null, length: opened.value.totalBytes });
  };
}
