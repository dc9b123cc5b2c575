/**
 * A media host in a process of its own, over TLS if its arguments are the files of a key and a certificate. `/N.mp4` is a
 * video of N MB. A message asks for the open responses.
 */
import { readFileSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

const [, , key, certificate] = process.argv;

const block = Buffer.alloc(256 * 1024, 7);
const firstBlock = Buffer.from(block);
firstBlock.write('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
let open = 0;

const serveVideo: RequestListener = (request, response) => {
  const size = Number(/\d+/.exec(request.url ?? '')?.[0]) * 1024 * 1024;
  if (request.headers.range === 'bytes=0-63') {
    const part = { 'content-type': 'video/mp4', 'content-length': 64, 'content-range': `bytes 0-63/${size}` };
    response.writeHead(206, part).end(firstBlock.subarray(0, 64));
    return;
  }
  open += 1;
  response.on('close', () => {
    open -= 1;
  });
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': size });
  let sent = 0;
  const pump = () => {
    while (sent < size) {
      const chunk = (sent === 0 ? firstBlock : block).subarray(0, size - sent);
      sent += chunk.length;
      if (!response.write(chunk)) return response.once('drain', pump);
    }
    return response.end();
  };
  pump();
};

const server =
  key === undefined || certificate === undefined
    ? http.createServer(serveVideo)
    : https.createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, serveVideo);
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => process.send?.(open));
process.on('disconnect', () => process.exit());
