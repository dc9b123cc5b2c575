import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { listen } from '#test/support/local-servers.ts';
import { fetchRaw } from '#test/support/start-media-relay.ts';
import { hasNginx, startNginx } from '#test/support/start-nginx.ts';
import { inertContentPolicy, securityHeaders } from './security-headers.ts';

const standardHeaders = {
  ...securityHeaders('http://a.example'),
  'content-security-policy': inertContentPolicy,
};
const closing: (() => PromiseLike<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts a fake app node and returns its `host:port`. */
async function startNode(listener: RequestListener): Promise<string> {
  const { port, close } = await listen(createServer(listener));
  closing.push(close);
  return `127.0.0.1:${port}`;
}

/** All test connections come from 127.0.0.1, so nginx takes the client IP from a header. */
const realIpConfig = 'set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;\n';

async function startProxy(nodes: string[]): Promise<string> {
  const nginx = await startNginx(nodes, { listen: realIpConfig });
  closing.push(() => nginx[Symbol.asyncDispose]());
  return nginx.origin;
}

/** Sends raw text and returns the response head. */
function sendRaw(origin: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let head = '';
  return new Promise((resolve, reject) => {
    socket.on('error', reject).on('close', () => resolve(head));
    socket.on('data', (chunk) => {
      head += chunk;
      if (head.includes('\r\n\r\n')) socket.destroy();
    });
    socket.write(text);
  });
}

/** Returns the standard headers that do not occur exactly once in a raw response head. */
function findWrongHeaders(raw: string): string[] {
  const lines = raw.toLowerCase().split('\r\n');
  return Object.entries(standardHeaders)
    .filter(
      ([name, value]) => lines.filter((line) => line === `${name}: ${value.toLowerCase()}`).length !== 1,
    )
    .map(([name]) => name);
}

describe.skipIf(!hasNginx())('behind nginx', () => {
  test('errors from nginx itself have the standard headers, and 503 has retry-after', async () => {
    const origin = await startProxy(['127.0.0.1:9']);
    const request = (head: string) => `${head}\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const long = 'x'.repeat(9000);
    const cases: [status: number, text: string][] = [
      [503, request('GET / HTTP/1.1')],
      [503, request('POST / HTTP/1.1\r\nContent-Length: 0')],
      [503, request('DELETE /api/admin/posts/1 HTTP/1.1')],
      [503, request('GET /media/x HTTP/1.1')],
      [413, request('POST / HTTP/1.1\r\nContent-Length: 2000000')],
      [414, request(`GET /${long} HTTP/1.1`)],
      [400, request(`GET / HTTP/1.1\r\nX-Long: ${long}`)],
      [400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
      [405, request('TRACE / HTTP/1.1')],
    ];
    for (const [status, text] of cases) {
      const raw = await sendRaw(origin, text);
      const line = text.slice(0, 40);
      expect([line, raw.split(' ')[1], findWrongHeaders(raw)]).toEqual([line, String(status), []]);
      expect(/\r\nretry-after: 5\r\n/i.test(raw), line).toBe(status === 503);
      expect(raw).not.toMatch(/nginx\/\d/);
    }
  });

  test('nginx passes the headers of a node through once and unchanged', async () => {
    const origin = await startProxy([
      await startNode((request, response) => {
        const isBusy = request.url === '/busy';
        response
          .writeHead(isBusy ? 429 : 200, { ...standardHeaders, ...(isBusy && { 'retry-after': '33' }) })
          .end('x');
      }),
    ]);
    const requestRaw = (path: string, method = 'GET') =>
      sendRaw(origin, `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    for (const path of ['/', '/api/admin/posts', '/media/x'])
      expect(findWrongHeaders(await requestRaw(path)), path).toEqual([]);
    expect(findWrongHeaders(await requestRaw('/api/admin/posts/1', 'PUT'))).toEqual([]);
    const busy = await requestRaw('/busy');
    expect([findWrongHeaders(busy), busy.match(/retry-after: \d+/gi)]).toEqual([[], ['retry-after: 33']]);
  });

  test('nginx retries reads on another node, but never writes', async () => {
    const receivedMethods: string[] = [];
    const failingNode = await startNode((request, response) => {
      receivedMethods.push(request.method ?? '');
      request.resume().on('end', () => response.socket?.resetAndDestroy());
    });
    const otherFailingNode = await startNode((request) => {
      receivedMethods.push(request.method ?? '');
      request.socket.resetAndDestroy();
    });
    const origin = await startProxy([failingNode, otherFailingNode]);
    const countAttempts = async (method: string, path: string) => {
      receivedMethods.length = 0;
      const { status } = await fetchRaw(origin + path, { 'content-length': '0' }, method);
      return [method, status, receivedMethods.length];
    };
    expect(await countAttempts('GET', '/blog')).toEqual(['GET', 503, 2]);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect(await countAttempts(method, '/api/admin/posts/1')).toEqual([method, 503, 1]);
      expect(await countAttempts(method, '/api/accounts/session')).toEqual([method, 503, 1]);
    }
  });

  test('all addresses of one IPv6 /64 network share one connection limit', async () => {
    const finishCallbacks: (() => void)[] = [];
    const origin = await startProxy([
      await startNode((_request, response) => {
        finishCallbacks.push(() => response.end());
        response.writeHead(200, standardHeaders).write('x');
      }),
    ]);
    const fetchFrom = (address: string) =>
      fetch(`${origin}/media/x`, { headers: { 'x-forwarded-for': address } });
    // Addresses of one /64 network, in different shortened IPv6 notations.
    const addressInNetwork = (index: number) =>
      [
        `2001:db8:0:1::${index.toString(16)}`,
        `2001:db8:0:1:${index.toString(16)}::`,
        `2001:db8::1:0:0:${index}:1`,
      ][index % 3] ?? '';
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => fetchFrom(addressInNetwork(index + 1))),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(32);
    const rejected = responses.find(({ status }) => status === 429);
    expect(rejected?.headers.get('retry-after')).toBe('5');
    for (const address of ['2001:db8:0:2::1', '192.0.2.1', '10.10.10.10'])
      expect((await fetchFrom(address)).status).toBe(200);
    const mapped = await Promise.all(Array.from({ length: 33 }, () => fetchFrom('192.0.2.9')));
    expect(mapped.filter(({ status }) => status === 429)).toHaveLength(1);
    for (const finish of finishCallbacks) finish();
  });
});
