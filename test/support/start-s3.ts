import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { S3Config } from '#platform/storage/s3-file-store.ts';
import { listen } from './local-servers.ts';

export type S3Server = Awaited<ReturnType<typeof startS3>>;

const bucket = 'pictures-of-nodes';
const region = 'us-east-1';
const keys = { accessKeyId: 'AKIDOFTHETESTS', secretAccessKey: 'secret/of+the/tests' };

/** As much of S3 as a file store needs. The bucket is in the path or in the host name. */
export async function startS3() {
  const objects = new Map<string, Buffer>();
  /** Including unsigned ones. */
  const requests: { method: string; host: string; path: string }[] = [];
  let broken: RequestListener | null = null;
  const server = createServer((request, response) => {
    const { method = '', headers, url = '' } = request;
    requests.push({ method, host: headers.host ?? '', path: url });
    const instead = broken;
    broken = null;
    if (instead) instead(request, response);
    else if (isSigned(request)) void handleRequest(objects, request, response);
    else sendError(response, 403, 'SignatureDoesNotMatch');
  });
  const { origin: endpoint, close } = await listen(server);
  const config: S3Config = { endpoint, bucket, region, ...keys, addressing: 'path' };
  return {
    config,
    environment: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    requests,
    breakNext: (handler: RequestListener) => {
      broken = handler;
    },
    [Symbol.asyncDispose]: close,
  };
}

async function handleRequest(
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
  const isVirtual = request.headers.host?.startsWith(`${bucket}.s3.localhost:`);
  const [named, ...rest] = pathname.slice(1).split('/').map(decodeURIComponent);
  if (!isVirtual && named !== bucket) return sendError(response, 404, 'NoSuchBucket');
  const key = isVirtual ? [named, ...rest].join('/') : rest.join('/');
  const { method } = request;
  if (method === 'GET' && key === '') return sendList(objects, searchParams, response);
  if (method === 'PUT') {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    objects.set(key, Buffer.concat(chunks));
    response.writeHead(200, { etag: '"put"' }).end();
    return;
  }
  if (method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
    return;
  }
  const found = objects.get(key);
  if (!found) return sendError(response, 404, 'NoSuchKey');
  response.writeHead(200, { 'content-length': found.length }).end(found);
}

function sendList(objects: Map<string, Buffer>, query: URLSearchParams, response: ServerResponse): void {
  const most = Number(query.get('max-keys') ?? 1000);
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const found = [...objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort();
  const page = found.slice(0, most);
  const isTruncated = page.length < found.length;
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
  );
  const more = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const body = `<?xml version="1.0"?><ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${more}${contents.join('')}</ListBucketResult>`;
  response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
}

function sendError(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}

/** AWS Signature Version 4 with an unsigned body. */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/;
  const [, keyId, day = '', signedRegion = '', names = '', signature = ''] =
    pattern.exec(headers.authorization ?? '') ?? [];
  if (keyId !== keys.accessKeyId || !names.split(';').includes('host')) return false;
  const [path = '', query = ''] = url.split('?');
  const canonicalHeaders = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const canonical = [
    ...[method, path, query.split('&').sort().join('&')],
    ...[canonicalHeaders.join(''), names, headers['x-amz-content-sha256']],
  ].join('\n');
  const scope = `${day}/${signedRegion}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const key = [day, signedRegion, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${keys.secretAccessKey}`,
  );
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
}
