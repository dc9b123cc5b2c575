import { parentPort, workerData } from 'node:worker_threads';
import { fuzz } from './fuzz.ts';
import { loadTarget } from './target.ts';

const { name, corpus, seconds, seed, shared } = workerData;
const header = new Int32Array(shared, 0, 2);
const bytes = new Uint8Array(shared, 8);

const result = await fuzz(await loadTarget(name), {
  corpus: corpus.map((input: Uint8Array) => Buffer.from(input)),
  seconds,
  seed,
  onInput(input) {
    bytes.set(input.subarray(0, bytes.length));
    header[1] = input.length;
    Atomics.add(header, 0, 1);
  },
});
parentPort?.postMessage(result);
