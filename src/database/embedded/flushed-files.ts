import { fdatasyncSync, fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import type { NodeFS } from '@electric-sql/pglite/nodefs';

export type FlushDeps = Pick<typeof import('node:fs'), 'fdatasyncSync' | 'fsyncSync'>;

type Module = PGlite['Module'];

interface Stream {
  nfd: number;
  node: { mode: number };
}

/** The part of Emscripten's file system for Node that PGlite's types leave out. */
interface NodeFiles {
  stream_ops: { fsync?(stream: Stream): void };
  tryFSOperation(run: () => void): void;
}

/** PGlite's file system for Node, but PostgreSQL's `fsync` reaches the disk. PGlite 0.5.17 ignores it. */
export async function createFlushedFiles(
  dataDir: string,
  deps: FlushDeps = { fdatasyncSync, fsyncSync },
): Promise<NodeFS> {
  const { NodeFS } = await import('@electric-sql/pglite/nodefs');
  const files = new NodeFS(dataDir);
  const init = files.init.bind(files);
  files.init = async (engine, options) => {
    const { emscriptenOpts } = await init(engine, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: Module) => flushOnFsync(module, deps)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  };
  return files;
}

function flushOnFsync({ FS, NODEFS }: Module, deps: FlushDeps): void {
  const files = NODEFS as unknown as NodeFiles;
  files.stream_ops.fsync = ({ nfd, node }) =>
    files.tryFSOperation(() => {
      // A file's size is data, but the names in a folder may not be.
      if (FS.isDir(node.mode)) deps.fsyncSync(nfd);
      else deps.fdatasyncSync(nfd);
    });
}
