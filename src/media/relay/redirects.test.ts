import { expect, test } from 'vitest';
import {
  buildFile,
  type Scene,
  serveFile,
  startFaultyUpstream,
} from '#test/support/faulty-media-upstream.ts';
import { startFaultyRelay } from '#test/support/start-media-relay.ts';

const file = buildFile('mp4', 4_000_000);
const total = file.length;

test('two redirects are followed, but not a third or a loop', async () => {
  await using scene = await startFaultyRelay();
  const { upstream, relay } = scene;
  const redirect =
    (location: string): Scene =>
    (_request, response) =>
      void response.writeHead(302, { location }).end();
  upstream.on('/file', serveFile(file, 'video/mp4'));
  upstream.on('/one', redirect('/file'));
  upstream.on('/two', redirect(`${upstream.origin}/one`));
  upstream.on('/three', redirect('two'));
  upstream.on('/loop', redirect('/loop'));
  expect((await relay.get(relay.ticketFor(`${upstream.origin}/two`))).body.length).toBe(total);
  const before = upstream.requests.length;
  for (const path of ['/three', '/loop']) {
    const relayResponse = await relay.get(relay.ticketFor(upstream.origin + path));
    expect(relayResponse.body.toString()).toBe('media.unreachable');
  }
  expect(upstream.requests.length - before).toBe(6);
});

test('a redirect to a disallowed URL is rejected without connecting', async () => {
  await using scene = await startFaultyRelay();
  await using canary = await startFaultyUpstream();
  const { port } = new URL(canary.origin);
  for (const location of [
    canary.origin,
    `http://localhost:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://127.1:${port}/`,
    `http://0:${port}/`,
    `http://user@${scene.upstream.host}/`,
    `//127.0.0.1:${port}/`,
    `///127.0.0.1:${port}/`,
    `\\\\127.0.0.1:${port}\\`,
    'https://127.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'https://evil.example/',
    'file:///etc/passwd',
    'data:video/mp4,x',
    'javascript:alert(1)',
    'gopher://127.0.0.1/',
    'https://',
    '',
    `/${'a'.repeat(12_000)}`,
  ]) {
    const relayResponse = await scene.get(
      (_request, response) => void response.writeHead(302, { location }).end(),
    );
    expect(relayResponse.body.toString(), location).toBe('media.unreachable');
  }
  const without = await scene.get((_request, response) => void response.writeHead(302).end());
  expect(without.body.toString()).toBe('media.unreachable');
  expect(canary.requests).toHaveLength(0);
});
