/** The relay under measure, alone in its process; started by relay.ts with `bare` or `ours`, or by offload.ts with `offload`, and the upstream's port. */
import http, { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createMedia } from '#media/create-media.ts';

const [, , kind, upstreamPort] = process.argv;
const host = `127.0.0.1:${upstreamPort}`;

/** `node:http` and `pipeline`, no checks: what every relay in Node can be held against. */
function createBareRelay(): RequestListener {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
  return (request, response) => {
    const ask = http.request(
      `http://${host}/file.mp4`,
      { agent, method: request.method ?? 'GET' },
      (answer) => {
        const { 'content-type': type = '', 'content-length': length = '' } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, { 'content-type': type, 'content-length': length });
        pipeline(answer, response).catch(() => response.destroy());
      },
    );
    ask.on('error', () => response.destroy());
    response.on('close', () => ask.destroy());
    ask.end();
  };
}

function createOurRelay(): { listener: RequestListener; path: string } {
  const media = createMedia({
    secret: 'measured, not kept',
    allowedHosts: [host],
    loopback: true,
    now: Date.now,
    renew: async () => null,
    mayOffload: () => kind === 'offload',
  });
  const path = media.issueTicket({
    url: `http://${host}/file.mp4`,
    name: 'threads-video-1',
    format: 'MP4',
    purpose: 'attachment',
    item: { postUrl: 'https://www.threads.com/', itemId: '1', format: 'MP4', part: 'file' },
  });
  if (path === null) throw new Error('no ticket');
  const listener: RequestListener = (request, response) => {
    void media.serve(request, response, (request.url ?? '').slice('/media/'.length));
  };
  return { listener, path };
}

const { listener, path } =
  kind === 'bare' ? { listener: createBareRelay(), path: '/file.mp4' } : createOurRelay();
const server = createServer(listener);
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`),
);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({
    cpuSeconds: (user + system) / 1e6,
    rssMB: process.memoryUsage.rss() / 1e6,
    peakRssMB: process.resourceUsage().maxRSS / 1e3,
  });
});
process.on('disconnect', () => process.exit());
