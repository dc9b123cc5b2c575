import { type Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipFileEntry {
  /** Unique ignoring case. */
  name: string;
  bytes: number;
  open(): Promise<Readable>;
}

export interface ZipTextEntry {
  name: string;
  text: string;
}

export interface ZipLayout {
  bytes: number;
  /** Opens one file at a time. Fails if a file differs from its entry. */
  write(): Readable;
}

/** Uncompressed, so the length is known in advance. In one time zone, equal input gives equal bytes. */
export function createZipLayout(
  files: readonly ZipFileEntry[],
  texts: readonly ZipTextEntry[],
  date: Date,
): ZipLayout {
  const names = new Set([...files, ...texts].map(({ name }) => name.toLowerCase()));
  if (names.size < files.length + texts.length) throw new TypeError('duplicate file name in a ZIP');
  const options = { mtime: date, mode: 0o100644, compress: false };

  const fill = (zip: ZipFile, open: (file: ZipFileEntry) => Promise<Readable>) => {
    for (const file of files) {
      zip.addReadStreamLazy(file.name, { ...options, size: file.bytes }, (callback) => {
        // If the file can't be opened, the ZIP has already failed.
        open(file).then(
          (stream) => callback(null, stream),
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
    // The types of yazl omit the size.
    const onSize: (size: number) => void = (size) => {
      bytes = size;
    };
    zip.end(undefined, onSize as () => void);
    if (bytes < 0) throw new Error('yazl did not report the ZIP size');
    return bytes;
  }

  function write(): Readable {
    const zip = new ZipFile();
    const output = zip.outputStream as Readable;
    let current: Readable | null = null;
    const fail = (cause: unknown) =>
      output.destroy(cause instanceof Error ? cause : new Error('cannot write the ZIP', { cause }));
    zip.on('error', fail);
    output.once('close', () => current?.destroy());
    fill(zip, async (file) => {
      try {
        const source = await file.open();
        current = source;
        if (output.destroyed) source.destroy();
        const exact = createLengthGuard(file.bytes);
        exact.once('error', fail);
        source.once('error', fail).once('close', () => {
          if (!source.readableEnded) fail(new Error('file ended early'));
        });
        return source.pipe(exact);
      } catch (cause) {
        fail(cause);
        throw cause;
      }
    });
    zip.end();
    return output;
  }

  return { bytes: measure(), write };
}

function createLengthGuard(bytes: number): Transform {
  let receivedBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      receivedBytes += chunk.length;
      if (receivedBytes > bytes) done(new Error('file is longer than expected'));
      else done(null, chunk);
    },
    flush: (done) => done(receivedBytes < bytes ? new Error('file is shorter than expected') : null),
  });
}
