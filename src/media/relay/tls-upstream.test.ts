import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { createCertificate } from '#test/support/create-certificate.ts';
import { buildFile, serveFile } from '#test/support/faulty-media-upstream.ts';
import { listen } from '#test/support/local-servers.ts';
import { sha256, startMediaRelay } from '#test/support/start-media-relay.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const file = buildFile('mp4', 4_000_000);

async function startTlsUpstream() {
  const { key, certificate } = createCertificate(temporaryFolder());
  const cert = readFileSync(certificate, 'utf8');
  const server = createServer({ key: readFileSync(key), cert }, serveFile(file, 'video/mp4'));
  const { port, close } = await listen(server);
  return { host: `https://127.0.0.1:${port}`, cert, [Symbol.asyncDispose]: close };
}

function trust(certificate: string): void {
  const before = getCACertificates();
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
}

test('a file of a host with TLS arrives whole, and so does a part of it', async () => {
  await using upstream = await startTlsUpstream();
  trust(upstream.cert);
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const ticket = relay.ticketFor(`${upstream.host}/file`);
  const whole = await relay.get(ticket);
  expect([whole.status, sha256(whole.body)]).toEqual([200, sha256(file)]);
  const part = await relay.get(ticket, { range: 'bytes=1000000-3499999' });
  expect([part.status, sha256(part.body)]).toEqual([206, sha256(file.subarray(1_000_000, 3_500_000))]);
});

test('nothing is read from a host whose certificate nobody vouches for', async () => {
  await using upstream = await startTlsUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const response = await relay.get(relay.ticketFor(`${upstream.host}/file`));
  expect(response.body.toString()).toBe('media.unreachable');
});
