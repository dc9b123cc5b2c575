import { ok } from '#platform/result.ts';
import type { OpenFile } from '../open-file.ts';
import { sniffBytes } from './sniff.ts';

export function createHeadOpener(openFile: OpenFile): OpenFile {
  return async (ticket, _request, signal) => {
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
