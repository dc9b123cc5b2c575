import { createResumableStream, type ResumeUpstream } from './bridge-cuts.ts';
import type { OpenFile } from './open-file.ts';
import type { StreamFile } from './plan-archive.ts';

/** Resumes interrupted files and renews expired URLs. Throws if a file is not the expected one. */
export function createFileStreamer(openFile: OpenFile, resumeUpstream: ResumeUpstream): StreamFile {
  return async (ticket, expected, signal) => {
    const opened = await openFile(ticket, { method: 'GET', range: null }, signal);
    if (!opened.ok) throw new Error(`a file of an archive: ${opened.error.code}`, { cause: opened.error });
    const { length, type, entityTag, body } = opened.value;
    if (length === expected.bytes && type.extension === expected.extension && entityTag === expected.tag)
      return createResumableStream(opened.value, resumeUpstream(ticket, opened.value, signal));
    body.destroy();
    throw new Error('a file of an archive is not the one that was promised');
  };
}
