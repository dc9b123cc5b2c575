/** The servers that the product is compared with, in a process of their own: the least that Node can do. */
import { readFileSync } from 'node:fs';
import http, { createServer, type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

const [, , kind, url = '', certificate = ''] = process.argv;

/** `node:https` to `node:http` with `pipeline`, without checks other than the certificate's. */
function createRelay(): RequestListener {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 512, ca: readFileSync(certificate) });
  return (request, response) => {
    const target = url + request.url;
    const upstreamRequest = https.request(target, { agent, method: request.method ?? 'GET' }, (upstream) => {
      const { 'content-type': type = '', 'content-length': length = '' } = upstream.headers;
      response.writeHead(upstream.statusCode ?? 502, { 'content-type': type, 'content-length': length });
      pipeline(upstream, response).catch(() => response.destroy());
    });
    upstreamRequest.on('error', () => response.destroy());
    response.on('close', () => upstreamRequest.destroy());
    upstreamRequest.end();
  };
}

/** The page at `url` as a constant buffer, compressed as the product sends it to a browser. */
function createPage(): Promise<RequestListener> {
  return new Promise((resolve) => {
    http.get(url, { headers: { 'accept-encoding': 'br' } }, async (page) => {
      const body = Buffer.concat(await page.toArray());
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
      resolve((_, response) => {
        response.writeHead(200, { ...headers, 'content-length': body.length });
        response.end(body);
      });
    });
  });
}

const server = createServer(kind === 'relay' ? createRelay() : await createPage());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
