import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createMediaUrlValidator } from '#media/upstream-client.ts';
import { readConfig, variableNames } from './config.ts';

type Env = Record<string, string>;

function getConfigErrors(env: Env) {
  const config = readConfig(env);
  return config.ok ? [] : config.error;
}

const random = () => randomBytes(48).toString('hex');
const smtp = { SMTP_URL: 'smtps://user:secret@mail.example.org', CONTACT_EMAIL: 'desk@example.org' };
const ai = { AI_BASE_URL: 'https://api.example.org/v1/', AI_API_KEY: 'sk-secret', AI_MODEL: 'writer' };
const prices = { AI_INPUT_PRICE: '1', AI_OUTPUT_PRICE: '2' };
const store = {
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret-of-the-store',
};
const nodes = { ...store, DATABASE_URL: 'postgres://unspool@db.example.org/unspool' };
const loopback = {
  THREADS_ORIGIN: 'http://127.0.0.1:4750',
  MEDIA_HOSTS: '127.0.0.1:4751,cdninstagram.com',
  UPSTREAM_LOOPBACK: 'allow',
};

test.each<[name: string, env: Env, value: object]>([
  [
    'an empty environment',
    {},
    {
      http: { port: 3000, publicOrigin: 'http://localhost:3000', publicAnonKey: null },
      dataDir: './data',
      appSecret: null,
      owner: { mail: null, ai: null },
      serverSettings: {},
      s3: null,
      metricsToken: null,
      threads: { origin: 'https://www.threads.com', profiles: ['P1', 'P2', 'P3', 'P4'] },
      upstreamLoopback: false,
      logLevel: 'info',
    },
  ],
  ['empty variables as unset', { PORT: '', APP_SECRET: ' ', CONTACT_EMAIL: '' }, { appSecret: null }],
  [
    'a mail server with a contact address',
    smtp,
    {
      owner: { mail: { smtpUrl: smtp.SMTP_URL, to: 'desk@example.org' } },
      serverSettings: smtp,
    },
  ],
  ['a contact address alone', { CONTACT_EMAIL: 'desk@example.org' }, { owner: { mail: null } }],
  [
    'an AI provider with a model',
    ai,
    {
      owner: {
        ai: {
          baseUrl: 'https://api.example.org/v1',
          apiKey: 'sk-secret',
          textModel: 'writer',
          imageModel: null,
          dailyTokens: 500_000,
          prices: null,
        },
      },
    },
  ],
  [
    'prices of the text model',
    { ...ai, AI_INPUT_PRICE: '0.15', AI_OUTPUT_PRICE: '0', AI_CURRENCY: 'EUR' },
    { owner: { ai: { prices: { input: 0.15, output: 0, currency: 'EUR' } } } },
  ],
  [
    'prices of the second reader',
    {
      ...ai,
      ...prices,
      AI_REVIEW_MODEL: 'reader',
      AI_REVIEW_INPUT_PRICE: '3',
      AI_REVIEW_OUTPUT_PRICE: '4',
    },
    {
      owner: {
        ai: { prices: { input: 1 }, secondReader: { prices: { input: 3, output: 4, currency: 'USD' } } },
      },
    },
  ],
  [
    'upstreams on this machine if they are allowed',
    loopback,
    {
      threads: { origin: 'http://127.0.0.1:4750' },
      media: { hosts: ['127.0.0.1:4751', 'cdninstagram.com'] },
    },
  ],
  [
    'all S3 variables',
    store,
    { s3: { endpoint: 'https://s3.example.org', bucket: 'pictures', addressing: 'path' } },
  ],
  ['nodes that share a database, a bucket and a secret', { ...nodes, APP_SECRET: random() }, {}],
  ['nginx as a trusted proxy', { MEDIA_OFFLOAD: 'nginx', TRUSTED_PROXIES: '10.0.0.7' }, {}],
  ['proof of work on localhost', { VERIFICATION: 'proof' }, { owner: { verification: 'proof' } }],
  ['files without metadata', { FILE_METADATA: 'no' }, { owner: { insertsMetadata: false } }],
  ['proof of work with TLS', { VERIFICATION: 'proof', PUBLIC_ORIGIN: 'https://unspool.example' }, {}],
])('accepts %s', (_name, env, value) => {
  expect(readConfig(env)).toMatchObject({ ok: true, value });
});

test.each<[env: Env, name: string]>([
  [{ PORT: '99999' }, 'PORT'],
  [{ PUBLIC_ORIGIN: 'example.org/path' }, 'PUBLIC_ORIGIN'],
  [{ CONTACT_EMAIL: 'nobody' }, 'CONTACT_EMAIL'],
  [{ THREADS_PROFILES: 'P1,P9' }, 'THREADS_PROFILES'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ SMTP_URL: smtp.SMTP_URL }, 'SMTP_URL'],
  [{ AI_BASE_URL: ai.AI_BASE_URL }, 'AI_BASE_URL'],
  [{ AI_API_KEY: 'sk-secret' }, 'AI_API_KEY'],
  [{ AI_IMAGE_MODEL: 'painter' }, 'AI_IMAGE_MODEL'],
  [{ THREADS_ORIGIN: 'http://127.0.0.1:4750' }, 'THREADS_ORIGIN'],
  [{ THREADS_ORIGIN: 'https://threads.com.evil.example' }, 'THREADS_ORIGIN'],
  [{ HOST: '[::1]' }, 'HOST'],
  [{ HOST: '127.0.0.1:3000' }, 'HOST'],
  [{ HOST: 'http://localhost' }, 'HOST'],
  [{ MEDIA_HOSTS: '127.0.0.1:4751' }, 'MEDIA_HOSTS'],
  [{ MEDIA_HOSTS: 'com' }, 'MEDIA_HOSTS'],
  [{ ...loopback, MEDIA_HOSTS: '10.0.0.1:80' }, 'MEDIA_HOSTS'],
  [{ ...loopback, MEDIA_HOSTS: '127.0.0.1:99999' }, 'MEDIA_HOSTS'],
  [{ ...loopback, MEDIA_HOSTS: '127.0.0.1:80' }, 'MEDIA_HOSTS'],
  [{ ...loopback, MEDIA_HOSTS: 'https://127.0.0.1:443' }, 'MEDIA_HOSTS'],
  [{ ...loopback, MEDIA_HOSTS: 'https://10.0.0.1:4751' }, 'MEDIA_HOSTS'],
  [{ UPSTREAM_LOOPBACK: 'allow' }, 'UPSTREAM_LOOPBACK'],
  [{ THREADS_ORIGIN: 'https://www.threads.net', UPSTREAM_LOOPBACK: 'allow' }, 'UPSTREAM_LOOPBACK'],
  [{ THREADS_ORIGIN: 'http://10.0.0.1:80', UPSTREAM_LOOPBACK: 'allow' }, 'THREADS_ORIGIN'],
  [{ FILE_METADATA: 'off' }, 'FILE_METADATA'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
  [{ METRICS_TOKEN: 'with spaces in between them' }, 'METRICS_TOKEN'],
  [{ ...ai, AI_INPUT_PRICE: '2.50' }, 'AI_OUTPUT_PRICE'],
  [{ ...ai, AI_INPUT_PRICE: '2,50', AI_OUTPUT_PRICE: '10' }, 'AI_INPUT_PRICE'],
  [{ ...ai, AI_INPUT_PRICE: '2', AI_OUTPUT_PRICE: '-1' }, 'AI_OUTPUT_PRICE'],
  [{ ...ai, AI_CURRENCY: 'euro' }, 'AI_CURRENCY'],
  [{ ...ai, ...prices, AI_REVIEW_MODEL: 'reader', AI_REVIEW_INPUT_PRICE: '1' }, 'AI_REVIEW_OUTPUT_PRICE'],
  [{ ...ai, ...prices, AI_REVIEW_OUTPUT_PRICE: '1' }, 'AI_REVIEW_OUTPUT_PRICE'],
  [
    { ...ai, AI_REVIEW_MODEL: 'reader', AI_REVIEW_INPUT_PRICE: '1', AI_REVIEW_OUTPUT_PRICE: '1' },
    'AI_REVIEW_INPUT_PRICE',
  ],
  [{ ...ai, AI_REVIEW_BASE_URL: ai.AI_BASE_URL }, 'AI_REVIEW_BASE_URL'],
  [{ ...ai, AI_REVIEW_MODEL: 'reader', AI_REVIEW_API_KEY: 'sk-secret' }, 'AI_REVIEW_API_KEY'],
  [{ ...ai, AI_REVIEW_THRESHOLD: '101' }, 'AI_REVIEW_THRESHOLD'],
  [{ AI_REVIEW_MODEL: 'reader' }, 'AI_REVIEW_MODEL'],
  [{ ...ai, AI_MODEL: '', AI_IMAGE_MODEL: 'painter', AI_OUTPUT_PRICE: '1' }, 'AI_OUTPUT_PRICE'],
  [nodes, 'APP_SECRET'],
  [{ MEDIA_OFFLOAD: 'nginx' }, 'TRUSTED_PROXIES'],
  [{ MEDIA_OFFLOAD: 'apache' }, 'MEDIA_OFFLOAD'],
  [{ VERIFICATION: 'proof', PUBLIC_ORIGIN: 'http://unspool.example' }, 'VERIFICATION'],
])('rejects %j with a hint for %s', (env, name) => {
  expect(getConfigErrors(env)).toEqual([
    { name, hint: expect.stringMatching(/^(Use|Set|List|Remove|"[^"]*" is not) /) },
  ]);
});

test('reports all errors at once', () => {
  const errors = getConfigErrors({ PORT: '99999', APP_SECRET: 'short', LOG_LEVEL: 'loud' });
  expect(errors.map(({ name }) => name).sort()).toEqual(['APP_SECRET', 'LOG_LEVEL', 'PORT']);
});

test.each<[name: string, secret: string, env: Env]>([
  ['AI_BASE_URL', 'sk-secret', { ...ai, AI_BASE_URL: 'https://user:sk-secret@api.example.org/v1' }],
  ['AI_BASE_URL', 'sk-secret', { ...ai, AI_BASE_URL: 'https://api.example.org/v1?key=sk-secret' }],
  ['AI_API_KEY', 'sk-secret', { ...ai, AI_API_KEY: 'two sk-secret lines' }],
  ['PUBLIC_ANON_KEY', 'public-key', { PUBLIC_ANON_KEY: 'unspool_public-key' }],
  ...['mail.example.org', 'https://mail.example.org', 'smtp://', 'smtp:'].map(
    (url): [string, string, Env] => ['SMTP_URL', `"${url}"`, { ...smtp, SMTP_URL: url }],
  ),
  ...Object.keys(store).map((name): [string, string, Env] => [
    name,
    store.S3_SECRET_ACCESS_KEY,
    { ...store, [name]: '' },
  ]),
  ...[
    'short',
    'a'.repeat(64),
    '0123456789'.repeat(5),
    'change-me-change-me-change-me-please-1234',
    'your-secret-key-with-at-least-32-characters',
    'APP_SECRET_DEFAULT_VALUE_0123456789_abcdef',
    'replace_this_with_32_random_characters_now',
  ].map((APP_SECRET): [string, string, Env] => ['APP_SECRET', APP_SECRET, { APP_SECRET }]),
])('rejects %s without repeating %s', (name, secret, env) => {
  const errors = getConfigErrors(env);
  expect(errors.map((error) => error.name)).toEqual([name]);
  expect(JSON.stringify(errors)).not.toContain(secret);
});

test.each<[env: Env, hint: string]>([
  [{ APP_SECRET: 'short' }, 'at least 32 random characters'],
  [{ PUBLIC_ANON_KEY: 'unspool_public-key' }, '"unspool_"'],
  [{ SMTP_URL: smtp.SMTP_URL }, 'Set CONTACT_EMAIL too: it receives the messages.'],
])('the hint for %j says: %s', (env, hint) => {
  expect(getConfigErrors(env)[0]?.hint).toContain(hint);
});

test('accepts random secrets', () => {
  for (let count = 0; count < 500; count += 1) {
    const APP_SECRET = randomBytes(48).toString(count % 2 ? 'base64url' : 'hex');
    expect(getConfigErrors({ APP_SECRET })).toEqual([]);
  }
});

test('.env.example lists exactly the known variables', () => {
  const named = readFileSync('.env.example', 'utf8').matchAll(/^([A-Z\d_]+)=/gm);
  expect([...named].map((match) => match[1]).sort()).toEqual([...variableNames].sort());
});

/** Parses the indented `NAME: value` lines after `head`. */
function parseVariablesBelow(text: string, head: string): Record<string, string> {
  const [, rest = ''] = text.split(head);
  const block = /^(?:\n(?: {2,}[A-Z][A-Z\d_]*: .+| *#.*))+/.exec(rest)?.[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/^ +([A-Z][A-Z\d_]*): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

test('accepts the environment in compose.yaml', () => {
  const variables = parseVariablesBelow(readFileSync('compose.yaml', 'utf8'), 'environment: &settings');
  const settings = Object.entries(variables).map(([name, value]) => [
    name,
    value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{\w+:\?[^}]*\}/g, random),
  ]);
  expect(Object.keys(variables).length).toBeGreaterThan(9);
  expect(Object.keys(variables).filter((name) => !variableNames.includes(name))).toEqual([]);
  expect(readConfig(Object.fromEntries(settings))).toMatchObject({
    ok: true,
    value: { database: { kind: 'server' }, s3: { bucket: 'unspool' }, media: { offload: 'nginx' } },
  });
});

test('accepts the environment and the secrets of the Kubernetes manifests', () => {
  const text = readFileSync('deploy/kubernetes/nodes.yaml', 'utf8');
  const variables = parseVariablesBelow(text, '\ndata:');
  const secrets = [...text.matchAll(/--from-literal=([A-Z\d_]+)=/g)].map((match) => match[1] ?? '');
  expect([...Object.keys(variables), ...secrets].filter((name) => !variableNames.includes(name))).toEqual([]);
  expect(secrets).toContain('APP_SECRET');
  const values: Record<string, string> = {
    DATABASE_URL: 'postgres://unspool@db/unspool',
    VALKEY_URL: 'redis://valkey:6379',
  };
  const settings = Object.fromEntries(secrets.map((name) => [name, values[name] ?? random()]));
  expect(readConfig({ ...variables, ...settings })).toMatchObject({ ok: true, value: { s3: {} } });
});

test.each([
  ['https://cdn.fbsbx.com/v/t59.2708-21/loop.gif', true],
  ['https://fbsbx.com/loop.gif', true],
  ['https://evilfbsbx.com/loop.gif', false],
  ['https://cdn.fbsbx.com.evil.example/loop.gif', false],
  ['https://fbsbx.co/loop.gif', false],
  ['http://cdn.fbsbx.com/loop.gif', false],
])('by default, media at %s is allowed: %s', (url, isAllowed) => {
  const config = readConfig({});
  if (!config.ok) throw new Error('invalid');
  expect(createMediaUrlValidator(config.value.media.hosts, false)(url) !== null).toBe(isAllowed);
});
