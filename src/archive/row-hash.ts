import { createHash } from 'node:crypto';

export interface RowHash {
  add(row: { table: string; row: object }): void;
  result(): { rows: number; hash: string };
}

const modulus = 1n << 256n;

/** The sum of all rows' digests, so their order doesn't matter. */
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
