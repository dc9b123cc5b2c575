/** A media host on loopback that sends one file from memory. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const size = Number(process.argv[2]);
const block = Buffer.alloc(256 * 1024, 7);
const head = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\x02\0isomiso2', 'latin1')]);
const firstBlock = Buffer.from(block);
head.copy(firstBlock);

const server = createServer((request, response) => {
  if (request.headers.range === 'bytes=0-63') {
    const part = { 'content-type': 'video/mp4', 'content-length': 64, 'content-range': `bytes 0-63/${size}` };
    response.writeHead(206, part).end(firstBlock.subarray(0, 64));
    return;
  }
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
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
