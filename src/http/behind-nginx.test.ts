import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { fetchRaw } from '#test/support/start-media-relay.ts';
import { hasNginx, startNginx } from '#test/support/start-nginx.ts';
import { inertContentPolicy, securityHeaders } from './security-headers.ts';

const own = { ...securityHeaders('http://a.example'), 'content-security-policy': inertContentPolicy };
const closing: (() => PromiseLike<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A stand-in for a node, at its `127.0.0.1:port`. */
async function startNode(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The visitor is whom a header names: nginx has one address to connect from here. */
const named = 'set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;\n';

async function startFront(nodes: string[]): Promise<string> {
  const nginx = await startNginx(nodes, { listen: named });
  closing.push(() => nginx[Symbol.asyncDispose]());
  return nginx.origin;
}

/** The head of the answer. */
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

/** Which of the headers of every answer stand in a raw one otherwise than once. */
function faultsOf(raw: string): string[] {
  const lines = raw.toLowerCase().split('\r\n');
  return Object.entries(own)
    .filter(
      ([name, value]) => lines.filter((line) => line === `${name}: ${value.toLowerCase()}`).length !== 1,
    )
    .map(([name]) => name);
}

describe.skipIf(!hasNginx())('behind nginx', () => {
  test('what nginx refuses itself has the headers of every answer, and says when to come again', async () => {
    const origin = await startFront(['127.0.0.1:9']);
    const request = (head: string) => `${head}\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const long = 'x'.repeat(9000);
    const refused: [status: number, text: string][] = [
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
    for (const [status, text] of refused) {
      const raw = await sendRaw(origin, text);
      const line = text.slice(0, 40);
      expect([line, raw.split(' ')[1], faultsOf(raw)]).toEqual([line, String(status), []]);
      expect(/\r\nretry-after: 5\r\n/i.test(raw), line).toBe(status === 503);
      expect(raw).not.toMatch(/nginx\/\d/);
    }
  });

  test('what a node says has its headers once, as the node said them', async () => {
    const origin = await startFront([
      await startNode((request, response) => {
        const isBusy = request.url === '/busy';
        response.writeHead(isBusy ? 429 : 200, { ...own, ...(isBusy && { 'retry-after': '33' }) }).end('x');
      }),
    ]);
    const of = (path: string, method = 'GET') =>
      sendRaw(origin, `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    for (const path of ['/', '/api/admin/posts', '/media/x'])
      expect(faultsOf(await of(path)), path).toEqual([]);
    expect(faultsOf(await of('/api/admin/posts/1', 'PUT'))).toEqual([]);
    const busy = await of('/busy');
    expect([faultsOf(busy), busy.match(/retry-after: \d+/gi)]).toEqual([[], ['retry-after: 33']]);
  });

  test('what changes something is asked of one node once, and what only reads of another one too', async () => {
    const seen: string[] = [];
    const falls = await startNode((request, response) => {
      seen.push(request.method ?? '');
      request.resume().on('end', () => response.socket?.resetAndDestroy());
    });
    const alsoFalls = await startNode((request) => {
      seen.push(request.method ?? '');
      request.socket.resetAndDestroy();
    });
    const origin = await startFront([falls, alsoFalls]);
    const times = async (method: string, path: string) => {
      seen.length = 0;
      const { status } = await fetchRaw(origin + path, { 'content-length': '0' }, method);
      return [method, status, seen.length];
    };
    expect(await times('GET', '/blog')).toEqual(['GET', 503, 2]);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect(await times(method, '/api/admin/posts/1')).toEqual([method, 503, 1]);
      expect(await times(method, '/api/accounts/session')).toEqual([method, 503, 1]);
    }
  });

  test('a household of IPv6 has its share of connections, whatever its addresses, and no more', async () => {
    const held: (() => void)[] = [];
    const origin = await startFront([
      await startNode((_request, response) => {
        held.push(() => response.end());
        response.writeHead(200, own).write('x');
      }),
    ]);
    const statusOf = async (address: string) => {
      const answer = await fetch(`${origin}/media/x`, { headers: { 'x-forwarded-for': address } });
      return answer;
    };
    // One network of 64 bits whose addresses are shortened in each way there is.
    const household = (index: number) =>
      [
        `2001:db8:0:1::${index.toString(16)}`,
        `2001:db8:0:1:${index.toString(16)}::`,
        `2001:db8::1:0:0:${index}:1`,
      ][index % 3] ?? '';
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => statusOf(household(index + 1))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(32);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('5');
    for (const address of ['2001:db8:0:2::1', '192.0.2.1', '10.10.10.10'])
      expect((await statusOf(address)).status).toBe(200);
    const mapped = await Promise.all(Array.from({ length: 33 }, () => statusOf('192.0.2.9')));
    expect(mapped.filter(({ status }) => status === 429)).toHaveLength(1);
    for (const finish of held) finish();
  });
});
