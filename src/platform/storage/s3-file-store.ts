import { S3mini, S3ServiceError } from 's3mini';
import { rejectedEncodingCode } from '../fetch/content-encoding.ts';
import { type Fetch, serviceFetch } from '../fetch/service-fetch.ts';
import {
  assertFileKey,
  type FileStore,
  FileStoreError,
  fileLimitBytes,
  fileListLimit,
} from './file-store.ts';

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
  fetch?: Fetch;
  attemptTimeoutMs?: number;
}

/** All operations are idempotent, so one retry on network errors and overload is safe. */
const maxAttempts = 2;

/** Rejects with a `FileStoreError`. */
export function createS3FileStore(config: S3Config, options: S3Options = {}): FileStore {
  const attemptTimeoutMs = options.attemptTimeoutMs ?? 15_000;
  const send = options.fetch ?? serviceFetch;
  const client = new S3mini({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    endpoint: toBucketUrl(config),
    region: config.region,
    // A redirect would leak our signature to another host.
    fetch: (input, init) =>
      send(input, { ...init, redirect: 'error', signal: AbortSignal.timeout(attemptTimeoutMs) }),
  });

  async function withRetry<T>(work: () => Promise<T>): Promise<T> {
    for (let count = 1; ; count += 1) {
      try {
        return await work();
      } catch (cause) {
        const error = toFileStoreError(cause);
        if (count === maxAttempts || error.code !== 'files.unreachable') throw error;
      }
    }
  }

  return {
    async put(key, bytes) {
      assertFileKey(key);
      if (bytes.length > fileLimitBytes) throw new FileStoreError('files.too_large');
      await withRetry(() => client.putObject(key, new Uint8Array(bytes)));
    },
    async get(key) {
      assertFileKey(key);
      return withRetry(async () => {
        const response = await client.getObjectResponse(key);
        return response && readBounded(response);
      });
    },
    async delete(key) {
      assertFileKey(key);
      await withRetry(() => client.deleteObject(key));
    },
    async list(prefix = '', after = '') {
      const opts = after === '' ? {} : { 'start-after': after };
      const page = await withRetry(() =>
        client.listObjectsPaged('/', prefix, fileListLimit, undefined, opts),
      );
      if (!page?.objects) throw new FileStoreError('files.refused', 'no such bucket');
      return page.objects.map(({ Key }) => Key).slice(0, fileListLimit);
    },
  };
}

function toBucketUrl({ endpoint, bucket, addressing }: S3Config): string {
  const url = new URL(endpoint);
  if (addressing === 'virtual') url.hostname = `${bucket}.${url.hostname}`;
  else url.pathname = `/${bucket}`;
  return url.href;
}

async function readBounded(response: Response): Promise<Uint8Array> {
  const declaredLength = Number(response.headers.get('content-length') ?? Number.NaN);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > fileLimitBytes) throw new FileStoreError('files.too_large');
    chunks.push(chunk);
  }
  if (Number.isFinite(declaredLength) && length !== declaredLength)
    throw new Error('truncated response body');
  return Buffer.concat(chunks, length);
}

/** Omits the store's message, which may quote the access key. */
function toFileStoreError(cause: unknown): FileStoreError {
  if (cause instanceof FileStoreError) return cause;
  if (!(cause instanceof S3ServiceError)) {
    const name = getErrorName(cause);
    return new FileStoreError(name === rejectedEncodingCode ? 'files.refused' : 'files.unreachable', name);
  }
  const isBusy = cause.status >= 500 || cause.status === 429 || cause.status === 408;
  const detail =
    `status ${cause.status} ${/^[A-Za-z]{1,60}$/.exec(cause.serviceCode ?? '')?.[0] ?? ''}`.trim();
  return new FileStoreError(isBusy ? 'files.unreachable' : 'files.refused', detail);
}

function getErrorName(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  const inner = cause.cause instanceof Error ? cause.cause : cause;
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.name;
}
