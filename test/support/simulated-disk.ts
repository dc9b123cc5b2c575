import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Operation, recordWrites } from './record-writes.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Change = Extract<Operation, { type: 'names' }>;
type FileOperation = Extract<Operation, { type: 'write' | 'truncate' }>;

interface Pending<T> {
  index: number;
  operation: T;
}

interface Node {
  /** Names of a folder, and those of a file's content, that are on the disk. */
  names: Map<string, number> | null;
  content: Buffer;
  changes: Pending<Change>[];
  writes: Pending<FileOperation>[];
}

/** Which of the pending operations a power failure loses. `some`: each folder loses its last ones, a file any sectors. */
export type Loss = 'all' | 'some' | 'none';

const sectorBytes = 512;

/**
 * A disk that has only what was flushed, and any part of the rest. As on ext4, XFS and Btrfs, flushing a new file flushes
 * its name too, with earlier changes of names in its folder, but neither later ones nor the names of folders.
 */
export function createSimulatedDisk({ operations, base }: ReturnType<typeof recordWrites>) {
  const nodes = new Map<number, Node>();
  const createdBy = new Map<number, { folder: number; index: number }>();
  let done = 0;

  const getNode = (id: number): Node => {
    const node = nodes.get(id) ?? { names: null, content: Buffer.alloc(0), changes: [], writes: [] };
    nodes.set(id, node);
    return node;
  };
  const getNames = (id: number) => {
    const node = getNode(id);
    node.names ??= new Map();
    return node.names;
  };

  for (const [path, id] of base) {
    if (statSync(path).isDirectory()) getNames(id);
    else getNode(id).content = readFileSync(path);
    const parent = base.get(dirname(path));
    if (id !== 0) getNames(parent ?? 0).set(relative(dirname(path), path), id);
  }

  function apply(operation: Operation, index: number): void {
    if (operation.type === 'folder') getNames(operation.node);
    else if (operation.type === 'names') {
      getNode(operation.folder).changes.push({ index, operation });
      for (const { node } of operation.changes)
        if (node !== null && !createdBy.has(node)) createdBy.set(node, { folder: operation.folder, index });
    } else if (operation.type === 'write' || operation.type === 'truncate')
      getNode(operation.node).writes.push({ index, operation });
    else if (operation.type === 'flush') flush(operation.node, operation.before);
  }

  function flush(id: number, before: number): void {
    const node = getNode(id);
    flushNames(node, before);
    node.content = applyWrites(node.content, takeBefore(node.writes, before));
    const created = createdBy.get(id);
    if (node.names === null && created) flushNames(getNode(created.folder), created.index + 1);
  }

  function flushNames(node: Node, before: number): void {
    for (const { changes } of takeBefore(node.changes, before)) applyChanges(getNamesOf(node), changes);
  }

  return {
    /** Continues until `count` operations are done. */
    advance(count: number): void {
      for (; done < count; done += 1) {
        const operation = operations[done];
        if (operation) apply(operation, done);
      }
    },
    /** Writes what a power failure now leaves of the folder. */
    writeRemains(target: string, loss: Loss, random: () => number): void {
      rmSync(target, { recursive: true, force: true });
      const keepsSome = loss === 'none' ? 1 : random();
      const survives = () => loss !== 'all' && random() < keepsSome;
      const write = (id: number, path: string): void => {
        const node = getNode(id);
        if (node.names === null) {
          const writes = loss === 'all' ? [] : node.writes.map(({ operation }) => operation);
          const remains =
            writes.length === 0 ? node.content : applyWrites(Buffer.from(node.content), writes, survives);
          writeFileSync(path, remains, { mode: 0o600 });
          return;
        }
        mkdirSync(path, { mode: 0o700 });
        const names = new Map(node.names);
        for (const { operation } of node.changes) {
          if (!survives()) break;
          applyChanges(names, operation.changes);
        }
        for (const [name, child] of names) write(child, join(path, name));
      };
      write(0, target);
    },
  };

  function getNamesOf(node: Node): Map<string, number> {
    if (node.names === null) throw new Error('not a folder');
    return node.names;
  }
}

/** A folder with what a power failure leaves after `run` if it loses everything that wasn't flushed. */
export async function loseUnflushed(folder: string, run: () => Promise<unknown>): Promise<string> {
  const recording = recordWrites(folder);
  const disk = createSimulatedDisk(recording);
  try {
    await run();
  } finally {
    recording.stop();
  }
  disk.advance(recording.operations.length);
  const remains = join(temporaryFolder(), 'remains');
  disk.writeRemains(remains, 'all', () => 0);
  return remains;
}

function takeBefore<T>(pending: Pending<T>[], before: number): T[] {
  const end = pending.findIndex(({ index }) => index >= before);
  return pending.splice(0, end === -1 ? pending.length : end).map(({ operation }) => operation);
}

function applyChanges(names: Map<string, number>, changes: Change['changes']): void {
  for (const { name, node } of changes) {
    if (node === null) names.delete(name);
    else names.set(name, node);
  }
}

/** Changes `content` itself if its size stays. */
function applyWrites(
  content: Buffer,
  operations: FileOperation[],
  survives: () => boolean = () => true,
): Buffer {
  const ends = operations.map((operation) =>
    operation.type === 'write' ? operation.at + operation.data.length : operation.size,
  );
  let size = content.length;
  const capacity = ends.reduce((most, end) => Math.max(most, end), size);
  const result = capacity === size ? content : Buffer.concat([content, Buffer.alloc(capacity - size)]);
  for (const operation of operations) {
    if (operation.type === 'truncate') {
      if (!survives()) continue;
      result.fill(0, Math.min(size, operation.size));
      size = operation.size;
      continue;
    }
    const { at, data } = operation;
    for (let from = 0; from < data.length; ) {
      const to = Math.min(data.length, from + sectorBytes - ((at + from) % sectorBytes));
      if (survives()) {
        data.copy(result, at + from, from, to);
        size = Math.max(size, at + to);
      }
      from = to;
    }
  }
  return result.subarray(0, size);
}
