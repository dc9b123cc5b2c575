import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import {
  BufferTarget,
  CustomSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  Logging,
  LogLevel,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny';
import type { AudioJob, AudioResult } from './audio.ts';

// Its messages are about a stranger's file.
Logging.level = LogLevel.Silent;

const playableCodecs: readonly (string | null)[] = ['aac', 'ac3', 'eac3'];

parentPort?.on('message', async (job: AudioJob) => {
  // What a stranger's file makes the parser throw has no type of its own.
  const result = await copyAudio(job).catch(
    (cause: unknown): AudioResult => ({ code: 'conversion.failed', cause: String(cause) }),
  );
  parentPort?.postMessage(result);
});

/** In seconds. The index rounds. */
const durationTolerance = 0.5;

/** Copies the packets as they are. */
async function copyAudio({ fd, size, maxBytes }: AudioJob): Promise<AudioResult> {
  using input = new Input({ formats: [MP4, QTFF], source: createFileSource(fd, size) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) return { code: 'conversion.no_sound' };
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (codec === null || !playableCodecs.includes(codec) || !decoderConfig)
    return { code: 'conversion.failed', cause: `codec ${codec}` };
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  let [bytes, seconds] = [0, 0];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    bytes += packet.byteLength;
    if (bytes > maxBytes) return { code: 'conversion.too_large' };
    await source.add(packet, { decoderConfig });
    seconds = packet.timestamp + packet.duration;
  }
  const announcedSeconds = await track.getDurationFromMetadata();
  if (seconds + durationTolerance < (announcedSeconds ?? 0))
    return { code: 'conversion.failed', cause: 'the video is cut off' };
  await output.finalize();
  if (bytes === 0 || target.buffer === null) return { code: 'conversion.failed', cause: 'no packets' };
  const file = new Uint8Array(target.buffer);
  // The major brand, behind size and type of the first box. Players take `isom` for a video.
  file.set(Buffer.from('M4A '), 8);
  return { file };
}

function createFileSource(fd: number, size: number): CustomSource {
  return new CustomSource({
    getSize: () => size,
    read(start, end) {
      const bytes = new Uint8Array(end - start);
      for (let at = 0; at < bytes.length; ) {
        const count = readSync(fd, bytes, at, bytes.length - at, start + at);
        if (count === 0) throw new Error('the file is shorter than it was');
        at += count;
      }
      return bytes;
    },
    prefetchProfile: 'fileSystem',
  });
}
