import { createHash } from 'node:crypto';

/** What surrounds the packet: a segment of a JPG, a chunk of a PNG, or a box of an MP4. */
const frames = [
  { at: 0, signature: '\xff\xd8', before: 33, after: 0 },
  { at: 0, signature: '\x89PNG', before: 30, after: 4 },
  { at: 4, signature: 'ftyp', before: 24, after: 0 },
];
const [packetStart, packetEnd] = ['<?xpacket begin', '<?xpacket end="r"?>'];

/** The file as the media host has it. */
function removeMetadata(saved: Buffer): Buffer {
  const frame = frames.find(
    ({ at, signature }) => saved.toString('latin1', at, at + signature.length) === signature,
  );
  const start = saved.indexOf(packetStart);
  if (!frame || start === -1) return saved;
  const end = saved.indexOf(packetEnd, start) + packetEnd.length;
  return Buffer.concat([saved.subarray(0, start - frame.before), saved.subarray(end + frame.after)]);
}

/** Of a saved file, without its metadata. */
export const digestOriginal = (saved: Buffer): string =>
  createHash('sha256').update(removeMetadata(saved)).digest('hex');
