import { type BridgeCuts, bridgedStream } from './bridge-cuts.ts';
import type { OpenFile } from './open-file.ts';
import type { StreamFile } from './plan-archive.ts';

/**
 * Gives the files of an archive, over cuts that can be bridged. The address of one may have expired meanwhile, and is
 * renewed as that of a single file; what comes has to be the file that was promised.
 */
export function createFileStreamer(openFile: OpenFile, bridgeCuts: BridgeCuts): StreamFile {
  return async (ticket, promised, signal) => {
    const opened = await openFile(ticket, { method: 'GET', range: null }, signal);
    if (!opened.ok) throw new Error(`a file of an archive: ${opened.error.code}`, { cause: opened.error });
    const { length, type, entityTag, body } = opened.value;
    if (length === promised.bytes && type.extension === promised.extension && entityTag === promised.tag)
      return bridgedStream(opened.value, bridgeCuts(ticket, opened.value, signal));
    body.destroy();
    throw new Error('a file of an archive is not the one that was promised');
  };
}
