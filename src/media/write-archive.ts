import { type Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';

/** One file to be; `open` is called when its turn comes, and no two are open at a time. */
export interface ArchiveFile {
  /** Whole name, unique in any case of letters. */
  name: string;
  /** Exactly what `open` will give: another number of bytes ends the archive with an error. */
  bytes: number;
  open(): Promise<Readable>;
}

/** A small file whose text is at hand. */
export interface ArchiveText {
  name: string;
  text: string;
}

export interface Archive {
  /** Of the whole archive, known before its first byte. */
  bytes: number;
  /** Begins to open files when it is called; it is destroyed with an error where a file is not what was promised, and destroying it closes the file that is open. */
  write(): Readable;
}

/**
 * A ZIP without compression: media is compressed already, and its length is known at once. The same files, texts and
 * date (of every file) give the same bytes, in one time zone.
 */
export function layOutArchive(
  files: readonly ArchiveFile[],
  texts: readonly ArchiveText[],
  date: Date,
): Archive {
  const names = new Set([...files, ...texts].map(({ name }) => name.toLowerCase()));
  if (names.size < files.length + texts.length) throw new TypeError('two files of one name in an archive');
  const options = { mtime: date, mode: 0o100644, compress: false };

  const fill = (zip: ZipFile, open: (file: ArchiveFile) => Promise<Readable>) => {
    for (const file of files) {
      zip.addReadStreamLazy(file.name, { ...options, size: file.bytes }, (take) => {
        // A file that could not be opened has ended the archive already.
        open(file).then(
          (stream) => take(null, stream),
          () => undefined,
        );
      });
    }
    for (const { name, text } of texts) zip.addBuffer(Buffer.from(text), name, options);
  };

  function measure(): number {
    const zip = new ZipFile();
    fill(zip, () => new Promise(() => undefined));
    let bytes = -1;
    // The types leave the size out.
    const take: (size: number) => void = (size) => {
      bytes = size;
    };
    zip.end(undefined, take as () => void);
    if (bytes < 0) throw new Error('the length of an archive without compression is not known');
    return bytes;
  }

  function write(): Readable {
    const zip = new ZipFile();
    const output = zip.outputStream as Readable;
    let current: Readable | null = null;
    const end = (cause: unknown) =>
      output.destroy(cause instanceof Error ? cause : new Error('an archive that failed', { cause }));
    zip.on('error', end);
    output.once('close', () => current?.destroy());
    fill(zip, async (file) => {
      try {
        const source = await file.open();
        current = source;
        if (output.destroyed) source.destroy();
        const exact = exactly(file.bytes);
        exact.once('error', end);
        source.once('error', end).once('close', () => {
          if (!source.readableEnded) end(new Error('a file was cut short'));
        });
        return source.pipe(exact);
      } catch (cause) {
        end(cause);
        throw cause;
      }
    });
    zip.end();
    return output;
  }

  return { bytes: measure(), write };
}

/** Lets so many bytes through, no more and no less. */
function exactly(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > bytes) done(new Error('a file is longer than was promised'));
      else done(null, chunk);
    },
    flush: (done) => done(seen < bytes ? new Error('a file is shorter than was promised') : null),
  });
}
