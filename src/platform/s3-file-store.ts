import { S3mini, S3ServiceError } from 's3mini';
import {
  assertFileKey,
  type FileStore,
  FileStoreError,
  fileLimitBytes,
  fileListLimit,
} from './file-store.ts';

/** A bucket of any store that speaks as Amazon's S3 does. */
export interface S3Config {
  /** Origin of the service, without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** `path`: endpoint/bucket/key; `virtual`: bucket.endpoint/key. */
  addressing: 'path' | 'virtual';
}

interface S3Options {
  fetch?: typeof fetch;
  /** Of one try, from its connection to its last byte. */
  tryMs?: number;
}

/** Every call can be made again without harm; one that found nobody, or a store that is busy, is made once more. */
const tries = 2;

/** Files in a bucket that several nodes share. Rejects with a `FileStoreError`. */
export function createS3FileStore(config: S3Config, options: S3Options = {}): FileStore {
  const tryMs = options.tryMs ?? 15_000;
  const send = options.fetch ?? fetch;
  const client = new S3mini({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    endpoint: addressOf(config),
    region: config.region,
    // A store that sends us elsewhere would get our signature there.
    fetch: (input, init) => send(input, { ...init, redirect: 'error', signal: AbortSignal.timeout(tryMs) }),
  });

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    for (let count = 1; ; count += 1) {
      try {
        return await work();
      } catch (cause) {
        const error = codedError(cause);
        if (count === tries || error.code !== 'files.unreachable') throw error;
      }
    }
  }

  return {
    async put(key, bytes) {
      assertFileKey(key);
      if (bytes.length > fileLimitBytes) throw new FileStoreError('files.too_large');
      await attempt(() => client.putObject(key, new Uint8Array(bytes)));
    },
    async get(key) {
      assertFileKey(key);
      return attempt(async () => {
        const answer = await client.getObjectResponse(key);
        return answer && readBounded(answer);
      });
    },
    async delete(key) {
      assertFileKey(key);
      await attempt(() => client.deleteObject(key));
    },
    async list(prefix = '', after = '') {
      const opts = after === '' ? {} : { 'start-after': after };
      const page = await attempt(() => client.listObjectsPaged('/', prefix, fileListLimit, undefined, opts));
      if (!page?.objects) throw new FileStoreError('files.refused', 'there is no such bucket');
      return page.objects.map(({ Key }) => Key).slice(0, fileListLimit);
    },
  };
}

function addressOf({ endpoint, bucket, addressing }: S3Config): string {
  const url = new URL(endpoint);
  if (addressing === 'virtual') url.hostname = `${bucket}.${url.hostname}`;
  else url.pathname = `/${bucket}`;
  return url.href;
}

/** The whole body, counted while it comes: nothing in a bucket can fill our memory. */
async function readBounded(answer: Response): Promise<Uint8Array> {
  const promised = Number(answer.headers.get('content-length') ?? Number.NaN);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    // Leaving the loop ends the answer.
    if (length > fileLimitBytes) throw new FileStoreError('files.too_large');
    chunks.push(chunk);
  }
  if (Number.isFinite(promised) && length !== promised) throw new Error('the file was cut');
  return Buffer.concat(chunks, length);
}

/** Without what the store said in words: it may quote the key it was shown. */
function codedError(cause: unknown): FileStoreError {
  if (cause instanceof FileStoreError) return cause;
  if (!(cause instanceof S3ServiceError)) return new FileStoreError('files.unreachable', nameOf(cause));
  const isBusy = cause.status >= 500 || cause.status === 429 || cause.status === 408;
  const said = `status ${cause.status} ${/^[A-Za-z]{1,60}$/.exec(cause.serviceCode ?? '')?.[0] ?? ''}`.trim();
  return new FileStoreError(isBusy ? 'files.unreachable' : 'files.refused', said);
}

function nameOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.name;
}
