import { createHash } from 'node:crypto';

export interface RowHash {
  add(row: { table: string; row: object }): void;
  /** Rows so far, and what tells these rows from any others, in whatever order they came. */
  result(): { rows: number; hash: string };
}

const modulus = 1n << 256n;

/** The sum of the digests of all rows: the same rows give the same hash, however a database has them lie. */
export function createRowHash(): RowHash {
  let sum = 0n;
  let rows = 0;
  return {
    add(row) {
      const digest = createHash('sha256').update(JSON.stringify(row)).digest('hex');
      sum = (sum + BigInt(`0x${digest}`)) % modulus;
      rows += 1;
    },
    result: () => ({ rows, hash: sum.toString(16).padStart(64, '0') }),
  };
}
