/** A 2 GB video whose bytes are computed from the offset, so that any range can be verified. */

export const hugeTotalBytes = 2 * 1024 ** 3;

/** A prime, so that adjacent power-of-two chunks differ. */
const period = 65_521;

function mp4Head(): Buffer {
  const head = Buffer.alloc(48);
  head.writeUInt32BE(32, 0);
  head.write('ftypisom', 4, 'latin1');
  head.writeUInt32BE(0x200, 12);
  head.write('isomiso2avc1mp41', 16, 'latin1');
  head.writeUInt32BE(1, 32);
  head.write('mdat', 36, 'latin1');
  head.writeBigUInt64BE(BigInt(hugeTotalBytes - 32), 40);
  return head;
}

const head = mp4Head();
const pattern = Buffer.from(Array.from({ length: period }, (_, at) => (at * 31 + (at >> 8) * 17) & 255));
const twice = Buffer.concat([pattern, pattern]);

/** `end` is exclusive. */
export function hugeBytes(start: number, end: number): Buffer {
  const stop = Math.min(end, hugeTotalBytes);
  const parts: Buffer[] = [];
  let at = start;
  if (at < head.length) {
    parts.push(head.subarray(at, Math.min(stop, head.length)));
    at = head.length;
  }
  while (at < stop) {
    const from = at % period;
    const length = Math.min(period, stop - at);
    parts.push(twice.subarray(from, from + length));
    at += length;
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}
