import crypto from 'node:crypto';

const fixedTime = Date.UTC(2026, 0, 1);

/**
 * Runs something with a fixed time and fixed "random" numbers, so that it gives the same bytes every time. PostgreSQL
 * writes both into the files of a new database. Nothing secret may come from it.
 */
export async function runWithoutChance(run: () => Promise<void>): Promise<void> {
  const { now } = Date;
  const { randomFillSync } = crypto;
  let calls = 0;
  Date.now = () => fixedTime;
  // PGlite's compiled code calls it as a property of the module.
  crypto.randomFillSync = <T extends NodeJS.ArrayBufferView>(buffer: T): T => {
    const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    calls += 1;
    bytes.forEach((_, index) => {
      bytes[index] = crypto.createHash('sha256').update(`${calls} ${index}`).digest()[0] ?? 0;
    });
    return buffer;
  };
  try {
    await run();
  } finally {
    Date.now = now;
    crypto.randomFillSync = randomFillSync;
  }
}
