import { expect, test } from 'vitest';
import { isOwnOrigin } from './same-origin.ts';

const site = 'https://unspool.example';

test.each([
  ['the public origin', site, site, 'inside:3000', true],
  ['the same host with another scheme', 'http://unspool.example', site, 'unspool.example', false],
  ['another port', 'https://unspool.example:8443', site, 'unspool.example:8443', false],
  ['a name that an attacker points to this server', 'http://evil.example', site, 'evil.example', false],
  ['this machine, if the site is public', 'http://localhost:3000', site, 'localhost:3000', false],
  ['a site without a public origin', site, 'http://localhost:3000', 'unspool.example', false],
  ['an attacker in development', 'http://evil.example', 'http://localhost:3000', 'evil.example', false],
  ['another port in development', 'http://127.0.0.1:5173', 'http://localhost:3000', '127.0.0.1:5173', true],
  [
    'another server in development',
    'http://localhost:8000',
    'http://localhost:3000',
    'localhost:3000',
    false,
  ],
  ['https in development', 'https://localhost:3000', 'http://localhost:3000', 'localhost:3000', false],
  ['no origin', 'null', site, 'unspool.example', false],
])('%s', (_name, origin, publicOrigin, host, expected) => {
  const headers = new Headers({ host, 'sec-fetch-site': 'same-origin' });
  expect(isOwnOrigin(origin, headers, publicOrigin)).toBe(expected);
});
