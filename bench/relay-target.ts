/** The relay under test, in a separate process. Arguments: `bare`, `ours` or `offload`; upstream port. */
import http, { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createMediaService } from '../src/media/serve.ts';

const [, , kind, upstreamPort] = process.argv;
const host = `127.0.0.1:${upstreamPort}`;

/** A baseline: `node:http` and `pipeline` without checks. */
function createBareRelay(): RequestListener {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
  return (request, response) => {
    const upstreamRequest = http.request(
      `http://${host}/file.mp4`,
      { agent, method: request.method ?? 'GET' },
      (upstreamResponse) => {
        const { 'content-type': type = '', 'content-length': length = '' } = upstreamResponse.headers;
        response.writeHead(upstreamResponse.statusCode ?? 502, {
          'content-type': type,
          'content-length': length,
        });
        pipeline(upstreamResponse, response).catch(() => response.destroy());
      },
    );
    upstreamRequest.on('error', () => response.destroy());
    response.on('close', () => upstreamRequest.destroy());
    upstreamRequest.end();
  };
}

function createOurRelay(): { listener: RequestListener; path: string } {
  const media = createMediaService({
    secret: 'benchmark secret',
    allowedHosts: [host],
    loopback: true,
    now: Date.now,
    renewMediaUrl: async () => null,
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
    const opened = media.openTicket(request, (request.url ?? '').slice('/media/'.length));
    void media.serve(request, response, opened, (_request, errorResponse) => errorResponse.destroy());
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
