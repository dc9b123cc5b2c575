import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '#platform/result.ts';
import type { FileMetadata, MediaError } from './contract.ts';
import { planInsertion } from './metadata/insert-metadata.ts';
import { type OpenFile, probeRequest, type UpstreamFile } from './open-file.ts';
import { resolveRange } from './range.ts';

/**
 * Opens files as they are with the metadata of their ticket. Lengths, ranges and validators are those of the file that
 * is saved, so whoever relays, resumes or stores it needn't know what was inserted.
 */
export function createMetadataOpener(openFile: OpenFile, isEnabled: () => boolean): OpenFile {
  return async (ticket, request, signal) => {
    const { metadata, ...plainTicket } = ticket;
    if (metadata === undefined || !isEnabled()) return openFile(plainTicket, request, signal);
    const isWhole = request.range === null;
    const opened = await openFile(plainTicket, isWhole ? request : probeRequest, signal);
    if (!opened.ok) return opened;
    const inserted = insertInto(opened.value, metadata);
    // A host without ranges sends the whole file.
    if (isWhole || opened.value.range === null) return ok(inserted?.file ?? opened.value);
    const sourceTicket = { ...plainTicket, url: opened.value.source.url };
    // The probe has ended: reading on frees its connection.
    opened.value.body.resume();
    if (!inserted || request.range === null) return openFile(sourceTicket, request, signal);
    const part = await openPart(inserted, request.range, (range) =>
      openFile(sourceTicket, { ...request, range }, signal),
    );
    const isChanged = part.ok && part.value.range === null;
    return isChanged ? ok(insertInto(part.value, metadata)?.file ?? part.value) : part;
  };
}

interface InsertedFile {
  /** As it is with the metadata. If it was probed, only `firstBytes` and `lastBytes` are complete. */
  file: UpstreamFile & { totalBytes: number };
  original: UpstreamFile & { totalBytes: number };
}

/** null for a format without metadata, or if the length is unknown. */
function insertInto(original: UpstreamFile, metadata: FileMetadata): InsertedFile | null {
  const { totalBytes, firstBytes, type, entityTag } = original;
  const insertion = planInsertion(metadata, type.extension, firstBytes);
  if (insertion === null || totalBytes === null || entityTag === null) return null;
  const { at, bytes } = insertion;
  const length = totalBytes + bytes.length;
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  const file = {
    ...original,
    totalBytes: length,
    length,
    entityTag: `${entityTag.slice(0, -1)}-${digest}"`,
    firstBytes:
      at === null ? firstBytes : Buffer.concat([firstBytes.subarray(0, at), bytes, firstBytes.subarray(at)]),
    lastBytes: at === null ? bytes : original.lastBytes,
  };
  return { file, original: { ...original, totalBytes } };
}

async function openPart(
  { file, original }: InsertedFile,
  requestedRange: string,
  openRest: (range: string) => Promise<Result<UpstreamFile, MediaError>>,
): Promise<Result<UpstreamFile, MediaError>> {
  const { totalBytes, firstBytes, lastBytes } = file;
  const range = resolveRange(requestedRange, totalBytes);
  if (range === null) return fail({ code: 'media.range', totalBytes });
  const end = range.to + 1;
  const lastStart = totalBytes - lastBytes.length;
  const part = {
    range,
    length: end - range.from,
    firstBytes: firstBytes.subarray(range.from, end),
    lastBytes: lastBytes.subarray(Math.max(0, range.from - lastStart), Math.max(0, end - lastStart)),
  };
  const shift = firstBytes.length - original.firstBytes.length;
  const from = Math.max(range.from, firstBytes.length) - shift;
  const to = Math.min(end, lastStart) - 1 - shift;
  if (from > to) return ok({ ...file, ...part });
  const rest = await openRest(`bytes=${from}-${to}`);
  if (!rest.ok || rest.value.range === null) return rest;
  const { body, entityTag } = rest.value;
  if (entityTag !== original.entityTag) {
    body.destroy();
    return fail({ code: 'media.unreachable', cause: 'the file has changed since its first bytes' });
  }
  return ok({ ...file, ...part, body, firstBytes: Buffer.concat([part.firstBytes, rest.value.firstBytes]) });
}
