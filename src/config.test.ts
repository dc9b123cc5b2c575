import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig, settingNames } from './config.ts';

function faultsOf(env: Record<string, string>) {
  const config = readConfig(env);
  return config.ok ? [] : config.error;
}

test('an empty environment is a working one', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    ok: true,
    value: {
      http: { port: 3000, publicOrigin: 'http://localhost:3000', publicAnonKey: null },
      dataDir: './data',
      appSecret: null,
      threads: { origin: 'https://www.threads.com', profiles: ['P1', 'P2', 'P3', 'P4'] },
      upstreamLoopback: false,
      logLevel: 'info',
    },
  });
});

test('an empty setting counts as left out', () => {
  expect(readConfig({ PORT: '', APP_SECRET: ' ', CONTACT_EMAIL: '' }).ok).toBe(true);
});

test('every fault is reported at once, each with its mend', () => {
  const faults = faultsOf({
    PORT: '99999',
    PUBLIC_ORIGIN: 'example.org/path',
    APP_SECRET: 'short',
    CONTACT_EMAIL: 'nobody',
    THREADS_PROFILES: 'P1,P9',
    LOG_LEVEL: 'loud',
  });
  expect(faults.map((fault) => fault.name).sort()).toEqual([
    'APP_SECRET',
    'CONTACT_EMAIL',
    'LOG_LEVEL',
    'PORT',
    'PUBLIC_ORIGIN',
    'THREADS_PROFILES',
  ]);
  for (const fault of faults) expect(fault.mend).toMatch(/^(Give|Choose|Name) /);
});

test('a mail server needs the address it delivers to', () => {
  const both = { SMTP_URL: 'smtps://user:secret@mail.example.org', CONTACT_EMAIL: 'desk@example.org' };
  expect(readConfig(both)).toMatchObject({
    ok: true,
    value: { mail: { smtpUrl: both.SMTP_URL, to: 'desk@example.org' } },
  });
  expect(readConfig({ CONTACT_EMAIL: 'desk@example.org' })).toMatchObject({
    ok: true,
    value: { mail: null },
  });
  expect(faultsOf({ SMTP_URL: both.SMTP_URL })).toEqual([
    { name: 'SMTP_URL', mend: 'Give CONTACT_EMAIL too: messages are delivered there.' },
  ]);
});

test('a provider of models needs a model, and a key or a model needs a provider', () => {
  const provider = {
    AI_BASE_URL: 'https://api.example.org/v1/',
    AI_API_KEY: 'sk-secret',
    AI_MODEL: 'writer',
  };
  expect(readConfig(provider)).toMatchObject({
    ok: true,
    value: {
      assistant: {
        baseUrl: 'https://api.example.org/v1',
        apiKey: 'sk-secret',
        textModel: 'writer',
        imageModel: null,
        dailyTokens: 500_000,
      },
    },
  });
  expect(readConfig({})).toMatchObject({ ok: true, value: { assistant: null } });
  expect(faultsOf({ AI_BASE_URL: provider.AI_BASE_URL }).map(({ name }) => name)).toEqual(['AI_BASE_URL']);
  expect(faultsOf({ AI_API_KEY: 'sk-secret', AI_IMAGE_MODEL: 'painter' }).map(({ name }) => name)).toEqual([
    'AI_API_KEY',
    'AI_IMAGE_MODEL',
  ]);
});

test.each([
  { AI_BASE_URL: 'https://user:sk-secret@api.example.org/v1' },
  { AI_BASE_URL: 'https://api.example.org/v1?key=sk-secret' },
  { AI_API_KEY: 'two sk-secret lines' },
])('no fault of the provider repeats its key: %j', (env) => {
  const faults = faultsOf({ AI_BASE_URL: 'https://api.example.org/v1', AI_MODEL: 'writer', ...env });
  expect(faults).toHaveLength(1);
  expect(JSON.stringify(faults)).not.toContain('sk-secret');
});

test('a public key that looks like an API key is refused, and not repeated', () => {
  const [fault, ...others] = faultsOf({ PUBLIC_ANON_KEY: 'unspool_public-key' });
  expect(others).toEqual([]);
  expect(fault).toEqual({ name: 'PUBLIC_ANON_KEY', mend: expect.stringContaining('"unspool_"') });
  expect(fault?.mend).not.toContain('public-key');
});

test.each(['mail.example.org', 'https://mail.example.org', 'smtp://', 'smtp:'])(
  '%s is no mail server',
  (url) => {
    const [fault] = faultsOf({ SMTP_URL: url, CONTACT_EMAIL: 'desk@example.org' });
    expect(fault).toMatchObject({ name: 'SMTP_URL' });
    expect(JSON.stringify(fault)).not.toContain(`"${url}"`);
  },
);

test.each([
  [{ THREADS_ORIGIN: 'http://127.0.0.1:4750' }, 'THREADS_ORIGIN'],
  [{ THREADS_ORIGIN: 'https://threads.com.evil.example' }, 'THREADS_ORIGIN'],
  [{ MEDIA_HOSTS: '127.0.0.1:4751' }, 'MEDIA_HOSTS'],
  [{ MEDIA_HOSTS: 'com' }, 'MEDIA_HOSTS'],
  [{ MEDIA_HOSTS: '10.0.0.1:80', UPSTREAM_LOOPBACK: 'allow' }, 'MEDIA_HOSTS'],
  [{ THREADS_ORIGIN: 'http://10.0.0.1:80', UPSTREAM_LOOPBACK: 'allow' }, 'THREADS_ORIGIN'],
])('%j is refused', (env, name) => {
  expect(faultsOf(env as unknown as Record<string, string>).map((fault) => fault.name)).toEqual([name]);
});

test('a stand-in on this machine works once it is allowed', () => {
  const config = readConfig({
    THREADS_ORIGIN: 'http://127.0.0.1:4750',
    MEDIA_HOSTS: '127.0.0.1:4751,cdninstagram.com',
    UPSTREAM_LOOPBACK: 'allow',
  });
  expect(config).toMatchObject({
    ok: true,
    value: {
      threads: { origin: 'http://127.0.0.1:4750' },
      media: { hosts: ['127.0.0.1:4751', 'cdninstagram.com'] },
    },
  });
});

test.each([
  'short',
  'a'.repeat(64),
  '0123456789'.repeat(5),
  'change-me-change-me-change-me-please-1234',
  'your-secret-key-with-at-least-32-characters',
  'APP_SECRET_DEFAULT_VALUE_0123456789_abcdef',
  'replace_this_with_32_random_characters_now',
])('%s is no secret, and the fault says what to do without repeating it', (APP_SECRET) => {
  const faults = faultsOf({ APP_SECRET });
  expect(faults.map(({ name }) => name)).toEqual(['APP_SECRET']);
  expect(faults[0]?.mend).toContain('at least 32 random characters');
  expect(JSON.stringify(faults)).not.toContain(APP_SECRET);
});

test('a random secret is taken', () => {
  for (let count = 0; count < 500; count += 1) {
    expect(faultsOf({ APP_SECRET: randomBytes(48).toString(count % 2 ? 'base64url' : 'hex') })).toEqual([]);
  }
});

test('metrics need a token worth the name', () => {
  expect(readConfig({})).toMatchObject({ ok: true, value: { metricsToken: null } });
  for (const METRICS_TOKEN of ['short', 'with spaces in between them']) {
    expect(faultsOf({ METRICS_TOKEN }).map(({ name }) => name)).toEqual(['METRICS_TOKEN']);
  }
});

const store = {
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret-of-the-store',
};

test('a store is named whole or not at all, and its faults do not repeat its secret', () => {
  expect(readConfig(store)).toMatchObject({
    ok: true,
    value: { bucket: { endpoint: 'https://s3.example.org', bucket: 'pictures', addressing: 'path' } },
  });
  expect(readConfig({})).toMatchObject({ ok: true, value: { bucket: null } });
  for (const name of Object.keys(store)) {
    const faults = faultsOf({ ...store, [name]: '' });
    expect(faults.map((fault) => fault.name)).toEqual([name]);
    expect(JSON.stringify(faults)).not.toContain(store.S3_SECRET_ACCESS_KEY);
  }
});

test('nodes that share a database and a store share a secret', () => {
  const nodes = { ...store, DATABASE_URL: 'postgres://unspool@db.example.org/unspool' };
  expect(faultsOf(nodes).map(({ name }) => name)).toEqual(['APP_SECRET']);
  expect(faultsOf({ ...nodes, APP_SECRET: randomBytes(48).toString('hex') })).toEqual([]);
});

test('only a proxy that is named sends files for us', () => {
  expect(faultsOf({ MEDIA_OFFLOAD: 'nginx' }).map(({ name }) => name)).toEqual(['TRUSTED_PROXIES']);
  expect(faultsOf({ MEDIA_OFFLOAD: 'nginx', TRUSTED_PROXIES: '10.0.0.7' })).toEqual([]);
  expect(faultsOf({ MEDIA_OFFLOAD: 'apache' }).map(({ name }) => name)).toEqual(['MEDIA_OFFLOAD']);
});

test('.env.example names every setting and no other', () => {
  const named = readFileSync('.env.example', 'utf8').matchAll(/^([A-Z\d_]+)=/gm);
  expect([...named].map((match) => match[1]).sort()).toEqual([...settingNames].sort());
});

/** `NAME: value` below a line, as long as it is indented alike. */
function namedBelow(text: string, head: string): Record<string, string> {
  const [, rest = ''] = text.split(head);
  const block = /^(?:\n(?: {2,}[A-Z][A-Z\d_]*: .+| *#.*))+/.exec(rest)?.[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/^ +([A-Z][A-Z\d_]*): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

const random = () => randomBytes(48).toString('hex');

test('the settings that compose.yaml gives its nodes work', () => {
  const given = namedBelow(readFileSync('compose.yaml', 'utf8'), 'environment: &settings');
  const settings = Object.entries(given).map(([name, value]) => [
    name,
    value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{\w+:\?[^}]*\}/g, random),
  ]);
  expect(Object.keys(given).length).toBeGreaterThan(9);
  expect(Object.keys(given).filter((name) => !settingNames.includes(name))).toEqual([]);
  expect(readConfig(Object.fromEntries(settings))).toMatchObject({
    ok: true,
    value: { database: { kind: 'server' }, bucket: { bucket: 'unspool' }, media: { offload: 'nginx' } },
  });
});

test('the settings of the manifests, with the secrets they ask for, work', () => {
  const text = readFileSync('deploy/kubernetes/nodes.yaml', 'utf8');
  const given = namedBelow(text, '\ndata:');
  const secrets = [...text.matchAll(/--from-literal=([A-Z\d_]+)=/g)].map((match) => match[1] ?? '');
  expect([...Object.keys(given), ...secrets].filter((name) => !settingNames.includes(name))).toEqual([]);
  expect(secrets).toContain('APP_SECRET');
  const values: Record<string, string> = {
    DATABASE_URL: 'postgres://unspool@db/unspool',
    VALKEY_URL: 'redis://valkey:6379',
  };
  const settings = Object.fromEntries(secrets.map((name) => [name, values[name] ?? random()]));
  expect(readConfig({ ...given, ...settings })).toMatchObject({ ok: true, value: { bucket: {} } });
});

test('proofs need a secure page', () => {
  const faults = (PUBLIC_ORIGIN: string) => faultsOf({ VERIFICATION: 'proof', PUBLIC_ORIGIN });
  expect(faultsOf({ VERIFICATION: 'proof' })).toEqual([]);
  expect(faults('https://unspool.example')).toEqual([]);
  expect(faults('http://unspool.example').map(({ name }) => name)).toEqual(['VERIFICATION']);
});
