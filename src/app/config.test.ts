import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig, variableNames } from './config.ts';

function getConfigErrors(env: Record<string, string>) {
  const config = readConfig(env);
  return config.ok ? [] : config.error;
}

test('accepts an empty environment', () => {
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

test('treats an empty variable as unset', () => {
  expect(readConfig({ PORT: '', APP_SECRET: ' ', CONTACT_EMAIL: '' }).ok).toBe(true);
});

test('reports all errors at once, each with a hint', () => {
  const errors = getConfigErrors({
    PORT: '99999',
    PUBLIC_ORIGIN: 'example.org/path',
    APP_SECRET: 'short',
    CONTACT_EMAIL: 'nobody',
    THREADS_PROFILES: 'P1,P9',
    LOG_LEVEL: 'loud',
  });
  expect(errors.map((error) => error.name).sort()).toEqual([
    'APP_SECRET',
    'CONTACT_EMAIL',
    'LOG_LEVEL',
    'PORT',
    'PUBLIC_ORIGIN',
    'THREADS_PROFILES',
  ]);
  for (const error of errors) expect(error.hint).toMatch(/^(Use|Set|List|Remove) /);
});

test('SMTP_URL requires CONTACT_EMAIL', () => {
  const both = { SMTP_URL: 'smtps://user:secret@mail.example.org', CONTACT_EMAIL: 'desk@example.org' };
  expect(readConfig(both)).toMatchObject({
    ok: true,
    value: { mail: { smtpUrl: both.SMTP_URL, to: 'desk@example.org' } },
  });
  expect(readConfig({ CONTACT_EMAIL: 'desk@example.org' })).toMatchObject({
    ok: true,
    value: { mail: null },
  });
  expect(getConfigErrors({ SMTP_URL: both.SMTP_URL })).toEqual([
    { name: 'SMTP_URL', hint: 'Set CONTACT_EMAIL too: it receives the messages.' },
  ]);
});

test('an AI provider requires a model, and a key or a model requires a provider', () => {
  const provider = {
    AI_BASE_URL: 'https://api.example.org/v1/',
    AI_API_KEY: 'sk-secret',
    AI_MODEL: 'writer',
  };
  expect(readConfig(provider)).toMatchObject({
    ok: true,
    value: {
      ai: {
        baseUrl: 'https://api.example.org/v1',
        apiKey: 'sk-secret',
        textModel: 'writer',
        imageModel: null,
        dailyTokens: 500_000,
      },
    },
  });
  expect(readConfig({})).toMatchObject({ ok: true, value: { ai: null } });
  expect(getConfigErrors({ AI_BASE_URL: provider.AI_BASE_URL }).map(({ name }) => name)).toEqual([
    'AI_BASE_URL',
  ]);
  expect(
    getConfigErrors({ AI_API_KEY: 'sk-secret', AI_IMAGE_MODEL: 'painter' }).map(({ name }) => name),
  ).toEqual(['AI_API_KEY', 'AI_IMAGE_MODEL']);
});

test.each([
  { AI_BASE_URL: 'https://user:sk-secret@api.example.org/v1' },
  { AI_BASE_URL: 'https://api.example.org/v1?key=sk-secret' },
  { AI_API_KEY: 'two sk-secret lines' },
])('errors of the AI variables never contain the key: %j', (env) => {
  const errors = getConfigErrors({ AI_BASE_URL: 'https://api.example.org/v1', AI_MODEL: 'writer', ...env });
  expect(errors).toHaveLength(1);
  expect(JSON.stringify(errors)).not.toContain('sk-secret');
});

test('rejects a public key that looks like an API key, without repeating it', () => {
  const [error, ...others] = getConfigErrors({ PUBLIC_ANON_KEY: 'unspool_public-key' });
  expect(others).toEqual([]);
  expect(error).toEqual({ name: 'PUBLIC_ANON_KEY', hint: expect.stringContaining('"unspool_"') });
  expect(error?.hint).not.toContain('public-key');
});

test.each(['mail.example.org', 'https://mail.example.org', 'smtp://', 'smtp:'])(
  'rejects %s as a mail server',
  (url) => {
    const [error] = getConfigErrors({ SMTP_URL: url, CONTACT_EMAIL: 'desk@example.org' });
    expect(error).toMatchObject({ name: 'SMTP_URL' });
    expect(JSON.stringify(error)).not.toContain(`"${url}"`);
  },
);

test.each([
  [{ THREADS_ORIGIN: 'http://127.0.0.1:4750' }, 'THREADS_ORIGIN'],
  [{ THREADS_ORIGIN: 'https://threads.com.evil.example' }, 'THREADS_ORIGIN'],
  [{ MEDIA_HOSTS: '127.0.0.1:4751' }, 'MEDIA_HOSTS'],
  [{ MEDIA_HOSTS: 'com' }, 'MEDIA_HOSTS'],
  [{ MEDIA_HOSTS: '10.0.0.1:80', UPSTREAM_LOOPBACK: 'allow' }, 'MEDIA_HOSTS'],
  [{ THREADS_ORIGIN: 'http://10.0.0.1:80', UPSTREAM_LOOPBACK: 'allow' }, 'THREADS_ORIGIN'],
])('rejects %j', (env, name) => {
  expect(getConfigErrors(env as unknown as Record<string, string>).map((error) => error.name)).toEqual([
    name,
  ]);
});

test('accepts upstreams on this machine if they are allowed', () => {
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
])('rejects %s as a secret, with a hint that does not repeat it', (APP_SECRET) => {
  const errors = getConfigErrors({ APP_SECRET });
  expect(errors.map(({ name }) => name)).toEqual(['APP_SECRET']);
  expect(errors[0]?.hint).toContain('at least 32 random characters');
  expect(JSON.stringify(errors)).not.toContain(APP_SECRET);
});

test('accepts random secrets', () => {
  for (let count = 0; count < 500; count += 1) {
    expect(
      getConfigErrors({ APP_SECRET: randomBytes(48).toString(count % 2 ? 'base64url' : 'hex') }),
    ).toEqual([]);
  }
});

test('rejects a metrics token that is short or has spaces', () => {
  expect(readConfig({})).toMatchObject({ ok: true, value: { metricsToken: null } });
  for (const METRICS_TOKEN of ['short', 'with spaces in between them']) {
    expect(getConfigErrors({ METRICS_TOKEN }).map(({ name }) => name)).toEqual(['METRICS_TOKEN']);
  }
});

const store = {
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret-of-the-store',
};

test('requires all S3 variables or none, and never repeats the S3 secret in errors', () => {
  expect(readConfig(store)).toMatchObject({
    ok: true,
    value: { s3: { endpoint: 'https://s3.example.org', bucket: 'pictures', addressing: 'path' } },
  });
  expect(readConfig({})).toMatchObject({ ok: true, value: { s3: null } });
  for (const name of Object.keys(store)) {
    const errors = getConfigErrors({ ...store, [name]: '' });
    expect(errors.map((error) => error.name)).toEqual([name]);
    expect(JSON.stringify(errors)).not.toContain(store.S3_SECRET_ACCESS_KEY);
  }
});

test('requires APP_SECRET if nodes share a database and an S3 bucket', () => {
  const nodes = { ...store, DATABASE_URL: 'postgres://unspool@db.example.org/unspool' };
  expect(getConfigErrors(nodes).map(({ name }) => name)).toEqual(['APP_SECRET']);
  expect(getConfigErrors({ ...nodes, APP_SECRET: randomBytes(48).toString('hex') })).toEqual([]);
});

test('MEDIA_OFFLOAD requires TRUSTED_PROXIES', () => {
  expect(getConfigErrors({ MEDIA_OFFLOAD: 'nginx' }).map(({ name }) => name)).toEqual(['TRUSTED_PROXIES']);
  expect(getConfigErrors({ MEDIA_OFFLOAD: 'nginx', TRUSTED_PROXIES: '10.0.0.7' })).toEqual([]);
  expect(getConfigErrors({ MEDIA_OFFLOAD: 'apache' }).map(({ name }) => name)).toEqual(['MEDIA_OFFLOAD']);
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

const random = () => randomBytes(48).toString('hex');

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

test('proof of work requires a secure origin', () => {
  const errorsFor = (PUBLIC_ORIGIN: string) => getConfigErrors({ VERIFICATION: 'proof', PUBLIC_ORIGIN });
  expect(getConfigErrors({ VERIFICATION: 'proof' })).toEqual([]);
  expect(errorsFor('https://unspool.example')).toEqual([]);
  expect(errorsFor('http://unspool.example').map(({ name }) => name)).toEqual(['VERIFICATION']);
});
