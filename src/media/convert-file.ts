import { fail, ok, type Result } from '#platform/result.ts';
import { collectBody, takeChunks } from './collect-body.ts';
import type { Conversion, ConversionLimits, MediaError, Ticket } from './contract.ts';
import type { Abilities } from './convert-abilities.ts';
import { convertPicture } from './convert-picture.ts';
import { openScratch } from './convert-scratch.ts';
import { createTurns } from './convert-turns.ts';
import type { OpenedFile, OpenFile } from './open-file.ts';
import { withinDeadline } from './within-deadline.ts';

export interface MadeFile {
  bytes: Buffer;
  /** To be called once it has been sent, or will not be. */
  release(): void;
}

/** The file of a ticket as something else, whole. The signal ends all work on it. */
export type ConvertFile = (
  ticket: Ticket,
  to: Conversion,
  signal: AbortSignal,
) => Promise<Result<MadeFile, MediaError>>;

/** Of the files we read, the ones ffmpeg's reader of MP4 can take. */
const videos = ['mp4', 'mov'];

export function createFileConverter(options: {
  abilities: Abilities;
  openFile: OpenFile;
  limits: ConversionLimits;
  idleMs: number;
}): ConvertFile {
  const { abilities, openFile, limits, idleMs } = options;
  const turns = createTurns(limits);
  let held = 0;

  return async (ticket, to, signal) => {
    const endTurn = await turns.take(signal);
    if (!endTurn) return fail({ code: 'media.busy' });
    try {
      const made = await withinDeadline(limits.milliseconds, signal, async (either) => {
        const opened = await openFile(ticket, { method: 'GET', range: null }, either);
        return opened.ok ? make(opened.value, to, either) : opened;
      });
      if (!made.ok) return fail(worded(made.error));
      const size = made.value.length;
      if (size > limits.madeBytes) return fail({ code: 'conversion.too_large' });
      if (held + size > limits.heldBytes) return fail({ code: 'media.busy' });
      held += size;
      return ok({
        bytes: made.value,
        release() {
          held -= size;
        },
      });
    } finally {
      endTurn();
    }
  };

  /** By what its bytes are, whatever was promised. */
  async function make(
    file: OpenedFile,
    to: Conversion,
    signal: AbortSignal,
  ): Promise<Result<Buffer, MediaError>> {
    const { extension } = file.type;
    const bounds = { idleMs, signal };
    // It is that already.
    if (extension === to) return collectBody(file, { ...bounds, maxBytes: limits.madeBytes });
    if (to !== 'm4a' && abilities.pictures.has(extension)) {
      const read = await collectBody(file, { ...bounds, maxBytes: limits.pictureBytes });
      return read.ok ? convertPicture(read.value, to, limits) : read;
    }
    const { ffmpeg } = abilities;
    if (ffmpeg && (to === 'gif' || to === 'm4a') && videos.includes(extension)) {
      const place = await openScratch(abilities.folder);
      if (!place.ok) {
        file.body.destroy();
        return fail({ code: 'media.busy', cause: place.error });
      }
      await using scratch = place.value;
      const poured = await takeChunks(file, { ...bounds, maxBytes: limits.videoBytes }, (chunk) =>
        scratch.writeFile(chunk),
      );
      if (!poured.ok) return poured;
      // Awaited here: the file is closed with this block.
      return await (to === 'gif' ? ffmpeg.gif(scratch, signal) : ffmpeg.sound(scratch, signal));
    }
    file.body.destroy();
    return fail({ code: 'conversion.unavailable', cause: extension });
  }
}

/** What bounds of ours mean here: the file itself can be had all the same. */
function worded(error: MediaError): MediaError {
  const { code, cause } = error;
  // It was our work that took too long, and not the media host.
  const isOurs = typeof cause === 'object' && cause !== null && 'code' in cause && isConversion(cause.code);
  const isBound = code === 'media.too_large' || (code === 'media.timeout' && isOurs);
  return isBound ? { code: 'conversion.too_large', cause: code } : error;
}

function isConversion(code: unknown): boolean {
  return typeof code === 'string' && code.startsWith('conversion.');
}
