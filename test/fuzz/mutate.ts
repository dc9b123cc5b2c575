type Random = () => number;

const numbers = [
  ...['0', '1', '-1', '00', '007', '9', '10', '255', '256', '65535', '65536', '2147483647', '4294967295'],
  ...['4294967296', '9007199254740991', '9007199254740992', '999999999999999', '9999999999999999', '1e9'],
];
const integers = [0, 1, 22, 30, 46, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];
/** Repetitions show work that grows faster than the input. */
const repetitions = [2, 3, 8, 40, 200, 1_000, 5_000];

export interface Mutator {
  mutate(input: Buffer, other: Buffer): Buffer;
}

/** Changes an input in one to six ways. */
export function createMutator(dictionary: readonly Buffer[], maxBytes: number, random: Random): Mutator {
  const below = (end: number) => Math.floor(random() * end);
  const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T => list[below(list.length)] as T;
  const slice = (bytes: Buffer) => {
    const from = below(bytes.length + 1);
    const length = 1 + below(random() < 0.5 ? 8 : bytes.length + 1);
    return { from, to: Math.min(bytes.length, from + length) };
  };
  const replace = (bytes: Buffer, { from, to }: { from: number; to: number }, by: Buffer) =>
    Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)]);
  const at = (bytes: Buffer) => {
    const from = below(bytes.length + 1);
    return { from, to: from };
  };

  const ways: ((bytes: Buffer, other: Buffer) => Buffer)[] = [
    (bytes) => replace(bytes, slice(bytes), Buffer.alloc(0)),
    (bytes) => replace(bytes, at(bytes), pick(dictionary)),
    (bytes) => replace(bytes, at(bytes), pick(dictionary)),
    (bytes) => replace(bytes, slice(bytes), pick(dictionary)),
    (bytes) => replace(bytes, at(bytes), Buffer.from([below(256)])),
    (bytes) => replace(bytes, at(bytes), Buffer.from(String.fromCodePoint(below(0x3100)))),
    (bytes, other) => {
      const { from, to } = slice(other);
      return replace(bytes, slice(bytes), other.subarray(from, to));
    },
    (bytes, other) =>
      Buffer.concat([bytes.subarray(0, below(bytes.length + 1)), other.subarray(below(other.length + 1))]),
    (bytes) => {
      const { from, to } = slice(bytes);
      return replace(bytes, at(bytes), bytes.subarray(from, to));
    },
    (bytes) => {
      const { from, to } = slice(bytes);
      const piece = bytes.subarray(from, to);
      const most = Math.floor((maxBytes - bytes.length) / Math.max(1, piece.length));
      const times = Math.max(0, Math.min(most, pick(repetitions)));
      return replace(bytes, { from, to: from }, Buffer.concat(Array.from({ length: times }, () => piece)));
    },
    (bytes) => {
      const flipped = Buffer.from(bytes);
      const index = below(bytes.length);
      flipped[index] = (flipped[index] ?? 0) ^ (1 << below(8));
      return flipped;
    },
    (bytes) => {
      const text = bytes.toString('latin1');
      const found = [...text.matchAll(/\d+/g)];
      if (found.length === 0) return bytes;
      const { index, 0: digits } = pick(found);
      return replace(bytes, { from: index, to: index + digits.length }, Buffer.from(pick(numbers)));
    },
    (bytes) => {
      if (bytes.length < 4) return bytes;
      const changed = Buffer.from(bytes);
      if (random() < 0.5) changed.writeUInt32LE(pick(integers), below(bytes.length - 3));
      else changed.writeUInt16LE(pick(integers) & 0xffff, below(bytes.length - 1));
      return changed;
    },
  ];

  return {
    mutate(input, other) {
      let bytes = input;
      for (let left = 1 + below(random() < 0.7 ? 2 : 6); left > 0; left -= 1)
        bytes = pick(ways)(bytes, other);
      return bytes.subarray(0, maxBytes);
    },
  };
}

/** The strings of a source file. */
export function findTokens(source: string): string[] {
  const quoted = [...source.matchAll(/'((?:[^'\\\n]|\\.){1,40})'|"((?:[^"\\\n]|\\.){1,40})"/g)];
  const words = quoted.map(([, single, double]) => single ?? double ?? '');
  return [...new Set(words)].filter((word) => !/^[.#][\w./-]*\.ts$/.test(word));
}
