import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listImageFiles } from './image-files.ts';

interface ArchiveOptions {
  /** Also the name of the folder in the archive. */
  name: string;
  folder: string;
  /** Date of all files, in seconds since 1970. */
  modified: number;
  /** Files that are only in the archive, by name. */
  texts: Readonly<Record<string, string>>;
}

/** What a running server or the build leaves in the folders. */
const leftOut = /(?:^|\/)build\/(?:server\/compile-cache|\.unspool-built)(?:\/|$)/;

/** Everything the app needs besides Node. The same files give the same bytes, whoever packs them and when. */
export function createArchive({ name, folder, modified, texts }: ArchiveOptions): string {
  const staging = mkdtempSync(join(tmpdir(), 'unspool-archive-'));
  try {
    for (const [from, to] of [...listImageFiles(), ['LICENSE', 'LICENSE'] as const]) {
      mkdirSync(dirname(join(staging, name, to)), { recursive: true });
      cpSync(from, join(staging, name, to), {
        recursive: true,
        dereference: true,
        filter: (path) => !leftOut.test(path),
      });
    }
    for (const [file, text] of Object.entries(texts)) writeFileSync(join(staging, name, file), text);
    const tar = execFileSync(
      'tar',
      ['--create', '--format=ustar', '--sort=name', `--mtime=@${modified}`, '--mode=u=rwX,go=rX'].concat([
        '--owner=0',
        '--group=0',
        '--numeric-owner',
        '--directory',
        staging,
        name,
      ]),
      { maxBuffer: 2 ** 31, env: { PATH: process.env.PATH, LC_ALL: 'C' } },
    );
    const path = join(folder, `${name}.tar.gz`);
    // Node's gzip writes neither name nor date into the header.
    writeFileSync(path, gzipSync(tar, { level: 9 }));
    return path;
  } finally {
    rmSync(staging, { recursive: true });
  }
}
