import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join, resolve, sep } from 'node:path';

/** What happened to the files of a folder, in order. A file or folder has the same number under any name. */
export type Operation =
  /** `node: null` removes the name. */
  | { type: 'names'; folder: number; changes: { name: string; node: number | null }[] }
  | { type: 'folder'; node: number }
  | { type: 'write'; node: number; at: number; data: Buffer }
  | { type: 'truncate'; node: number; size: number }
  /** Covers the operations before `before`, when it began. */
  | { type: 'flush'; node: number; before: number }
  | { type: 'acknowledge'; value: unknown };

type Call = (...args: never[]) => unknown;
type Callback = (error: Error | null, ...results: unknown[]) => void;
type Bytes = NodeJS.ArrayBufferView | string;

const toBuffer = (data: Bytes): Buffer =>
  typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength);

/**
 * Records each change and each flush of the files in a folder, by whatever code of this process, through any function of
 * `node:fs`, which still does its work. The folder exists.
 */
export function recordWrites(folder: string) {
  const root = resolve(folder);
  const operations: Operation[] = [];
  const nodes = new Map<string, number>([[root, 0]]);
  const open = new Map<number, { node: number; position: number }>();
  let lastNode = 0;
  const push = (operation: Operation) => void operations.push(operation);

  const toPath = (path: unknown) => resolve(String(path));
  const isInside = (path: string) => path === root || path.startsWith(`${root}${sep}`);

  function addNode(path: string): number {
    lastNode += 1;
    nodes.set(path, lastNode);
    return lastNode;
  }

  function changeNames(path: string, changes: { name: string; node: number | null }[]): void {
    push({ type: 'names', folder: nodes.get(dirname(path)) ?? 0, changes });
  }

  function create(path: string): number {
    const node = addNode(path);
    changeNames(path, [{ name: basename(path), node }]);
    return node;
  }

  function createFolders(path: string): void {
    if (!isInside(path) || nodes.has(path)) return;
    createFolders(dirname(path));
    const node = create(path);
    push({ type: 'folder', node });
  }

  function didOpen(fd: number, target: unknown, flags: string | number = 'r'): void {
    const path = toPath(target);
    if (!isInside(path)) return;
    const truncates =
      typeof flags === 'number' ? (flags & fs.constants.O_TRUNC) !== 0 : flags.startsWith('w');
    const existing = nodes.get(path);
    const node = existing ?? create(path);
    if (existing !== undefined && truncates) push({ type: 'truncate', node, size: 0 });
    open.set(fd, { node, position: 0 });
  }

  function didWrite(fd: number, data: Buffer, position?: number | null): void {
    const file = open.get(fd);
    if (!file) return;
    const at = typeof position === 'number' ? position : file.position;
    if (typeof position !== 'number') file.position += data.length;
    push({ type: 'write', node: file.node, at, data: Buffer.from(data) });
  }

  function didTruncate(fd: number, size = 0): void {
    const file = open.get(fd);
    if (file) push({ type: 'truncate', node: file.node, size });
  }

  /** Call it before the flush, and the result after it. */
  function flush(fd: number): () => void {
    const file = open.get(fd);
    const before = operations.length;
    return () => {
      if (file) push({ type: 'flush', node: file.node, before });
    };
  }

  function didRename(fromTarget: unknown, toTarget: unknown): void {
    const [from, to] = [toPath(fromTarget), toPath(toTarget)];
    if (!isInside(from) && !isInside(to)) return;
    const node = nodes.get(from);
    if (node === undefined || !isInside(to))
      throw new Error('not recorded: a rename from or to another folder');
    for (const [path, moved] of [...nodes]) {
      if (path !== from && !path.startsWith(`${from}${sep}`)) continue;
      nodes.delete(path);
      nodes.set(to + path.slice(from.length), moved);
    }
    const added = { name: basename(to), node };
    const removed = { name: basename(from), node: null };
    if (dirname(from) === dirname(to)) changeNames(to, [added, removed]);
    else {
      changeNames(to, [added]);
      changeNames(from, [removed]);
    }
  }

  function didRemove(target: unknown): void {
    const path = toPath(target);
    if (!isInside(path)) return;
    const removed = [...nodes.keys()].filter((name) => name === path || name.startsWith(`${path}${sep}`));
    for (const name of removed.reverse()) {
      changeNames(name, [{ name: basename(name), node: null }]);
      nodes.delete(name);
    }
  }

  const sync = {
    openSync: (path: fs.PathLike, flags?: string | number, mode?: fs.Mode) => {
      const fd = real.sync.openSync(path, flags ?? 'r', mode);
      didOpen(fd, path, flags);
      return fd;
    },
    closeSync: (fd: number) => {
      open.delete(fd);
      real.sync.closeSync(fd);
    },
    writeSync: (
      fd: number,
      data: Bytes,
      offset?: number | null,
      length?: number,
      position?: number | null,
    ): number => {
      if (typeof data === 'string') {
        const bytes = Buffer.from(data);
        return sync.writeSync(fd, bytes, 0, bytes.length, offset ?? null);
      }
      const written = real.sync.writeSync(fd, data, offset, length, position);
      didWrite(fd, toBuffer(data).subarray(offset ?? 0, (offset ?? 0) + written), position);
      return written;
    },
    writeFileSync: (path: fs.PathOrFileDescriptor, data: Bytes, options?: fs.WriteFileOptions) => {
      const { mode = undefined, flag = 'w' } = typeof options === 'object' ? (options ?? {}) : {};
      const fd = typeof path === 'number' ? path : sync.openSync(path, flag, mode ?? undefined);
      const bytes = toBuffer(data);
      for (let at = 0; at < bytes.length; ) at += sync.writeSync(fd, bytes, at, bytes.length - at);
      if (typeof path !== 'number') sync.closeSync(fd);
    },
    ftruncateSync: (fd: number, size?: number) => {
      real.sync.ftruncateSync(fd, size);
      didTruncate(fd, size);
    },
    truncateSync: (path: fs.PathLike, size?: number) => {
      real.sync.truncateSync(path, size);
      const node = nodes.get(toPath(path));
      if (node !== undefined) push({ type: 'truncate', node, size: size ?? 0 });
    },
    fsyncSync: (fd: number) => {
      const done = flush(fd);
      real.sync.fsyncSync(fd);
      done();
    },
    fdatasyncSync: (fd: number) => {
      const done = flush(fd);
      real.sync.fdatasyncSync(fd);
      done();
    },
    renameSync: (from: fs.PathLike, to: fs.PathLike) => {
      real.sync.renameSync(from, to);
      didRename(from, to);
    },
    linkSync: (from: fs.PathLike, to: fs.PathLike) => {
      real.sync.linkSync(from, to);
      const node = nodes.get(toPath(from));
      if (node === undefined) throw new Error('not recorded: a link to a file of another folder');
      nodes.set(toPath(to), node);
      changeNames(toPath(to), [{ name: basename(toPath(to)), node }]);
    },
    unlinkSync: (path: fs.PathLike) => {
      real.sync.unlinkSync(path);
      didRemove(path);
    },
    rmdirSync: (path: fs.PathLike) => {
      real.sync.rmdirSync(path);
      didRemove(path);
    },
    rmSync: (path: fs.PathLike, options?: fs.RmOptions) => {
      real.sync.rmSync(path, options);
      didRemove(path);
    },
    mkdirSync: (path: fs.PathLike, options?: fs.MakeDirectoryOptions) => {
      const first = real.sync.mkdirSync(path, options);
      createFolders(toPath(path));
      return first;
    },
  };

  const callbacks = {
    open: (path: fs.PathLike, flags: string | number, mode: fs.Mode, callback: Callback) =>
      real.callbacks.open(path, flags, mode, (error, fd) => {
        if (!error) didOpen(fd, path, flags);
        callback(error, fd);
      }),
    close: (fd: number, callback?: Callback) => {
      open.delete(fd);
      real.callbacks.close(fd, callback ?? (() => undefined));
    },
    write: (
      fd: number,
      data: Buffer,
      offset: number,
      length: number,
      at: number | null,
      callback: Callback,
    ) =>
      real.callbacks.write(fd, data, offset, length, at, (error, written, ...rest) => {
        if (!error) didWrite(fd, data.subarray(offset, offset + written), at);
        callback(error, written, ...rest);
      }),
    writev: (fd: number, parts: Buffer[], at: number | null, callback: Callback) =>
      real.callbacks.writev(fd, parts, at as number, (error, written, ...rest) => {
        if (!error) didWrite(fd, Buffer.concat(parts).subarray(0, written), at);
        callback(error, written, ...rest);
      }),
    fsync: (fd: number, callback: Callback) => {
      const done = flush(fd);
      real.callbacks.fsync(fd, (error) => {
        if (!error) done();
        callback(error);
      });
    },
  };

  const promises = {
    async open(path: fs.PathLike, flags?: string | number, mode?: fs.Mode) {
      const handle = await real.promises.open(path, flags, mode);
      if (isInside(toPath(path))) recordHandle(handle, path, flags);
      return handle;
    },
    async mkdir(path: fs.PathLike, options?: fs.MakeDirectoryOptions) {
      const first = await real.promises.mkdir(path, options);
      createFolders(toPath(path));
      return first;
    },
    async rename(from: fs.PathLike, to: fs.PathLike) {
      await real.promises.rename(from, to);
      didRename(from, to);
    },
    async rm(path: fs.PathLike, options?: fs.RmOptions) {
      await real.promises.rm(path, options);
      didRemove(path);
    },
  };

  function recordHandle(handle: fs.promises.FileHandle, path: fs.PathLike, flags?: string | number): void {
    const { fd } = handle;
    didOpen(fd, path, flags);
    const calls = {
      writeFile: handle.writeFile.bind(handle),
      sync: handle.sync.bind(handle),
      datasync: handle.datasync.bind(handle),
      close: handle.close.bind(handle),
    };
    const flushWith = (run: () => Promise<void>) => async () => {
      const done = flush(fd);
      await run();
      done();
    };
    const close = () => {
      open.delete(fd);
      return calls.close();
    };
    Object.assign(handle, {
      async writeFile(data: Bytes) {
        await calls.writeFile(data);
        didWrite(fd, toBuffer(data));
      },
      sync: flushWith(calls.sync),
      datasync: flushWith(calls.datasync),
      close,
      [Symbol.asyncDispose]: close,
    });
  }

  const real = {
    sync: replace(fs, sync),
    callbacks: replace(fs, callbacks),
    promises: replace(fs.promises, promises),
  };
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true }))
    addNode(join(entry.parentPath, entry.name));
  const base = new Map(nodes);
  syncBuiltinESMExports();

  return {
    operations,
    /** The nodes of the files and folders that existed. */
    base,
    acknowledge: (value: unknown) => push({ type: 'acknowledge', value }),
    stop() {
      Object.assign(fs, real.sync, real.callbacks);
      Object.assign(fs.promises, real.promises);
      syncBuiltinESMExports();
    },
  };
}

function replace<Name extends string, Owner extends Record<Name, unknown>>(
  owner: Owner,
  functions: Record<Name, Call>,
): Pick<Owner, Name> {
  const names = Object.keys(functions) as Name[];
  const real = Object.fromEntries(names.map((name) => [name, owner[name]]));
  Object.assign(owner, functions);
  return real as Pick<Owner, Name>;
}
