import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { base32 } from '@better-auth/utils/base32';
import { expect, test } from 'vitest';
import { turnOnSecondFactor } from '#accounts/fixtures/open-accounts.ts';
import { dataUrl } from '#blog/fixtures/open-writer.ts';
import { article, post } from '#database/schema.ts';
import { describeDatabases, emptyDatabase } from '#test/support/databases.ts';
import { openSite } from '#test/support/open-site.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { ownerPassword, startDataServer } from '#test/support/start-data-server.ts';

const aiKey = 'sk-a-secret-model-key';
const mailPassword = 'a-secret-mail-password';
const environment = {
  APP_SECRET: 'Zk3v9QhX7mT2wLp8RsB4nYc6JdF1gAe5',
  METRICS_TOKEN: 'Qw8Er7Ty6Ui5Op4As3Df2Gh1Jk9Lz0Xc',
};

describeDatabases('the data page', (open) => {
  test('an export and a backup are downloaded, and no secret is in them', async () => {
    const database = await open();
    await using server = await startDataServer(database, { environment });
    const { accounts, settings } = server.services;
    const image = await dataUrl(30, 20);
    const fields = { title: 'A title', content: `<p>Text</p><img src="${image}" alt="a">` };
    await server.request('owner', 'POST /posts', { body: createSaveRequest(fields) });
    const [owner] = await accounts.listUsers();
    if (!owner) throw new Error('no owner');
    const saved = await settings.save(
      {
        AI_BASE_URL: 'https://model.example/v1',
        AI_API_KEY: aiKey,
        AI_MODEL: 'a-model',
        SMTP_URL: `smtps://ada:${mailPassword}@mail.example:465`,
        CONTACT_EMAIL: 'ada@example.org',
      },
      owner,
    );
    expect(saved).toMatchObject({ ok: true });
    const apiKey = await accounts.createApiKey({ name: 'key', perMinute: '10', endsOn: '' });
    const reset = await accounts.createPasswordResetLink(owner.id);
    const invitation = await accounts.invite({ email: 'new@example.org', role: 'editor' }, owner);
    if (!apiKey.ok || !reset.ok || !invitation.ok) throw new Error('not created');
    // It ends the other sessions, so with a user of its own.
    const editor = { email: 'editor@example.org', password: ownerPassword };
    const { key, recoveryCodes } = await turnOnSecondFactor(accounts, editor, Date.now());
    const token = (link: string) => new URL(link).searchParams.get('token') ?? '';
    const secrets = {
      ...environment,
      aiKey,
      mailPassword,
      ownerPassword,
      apiKey: apiKey.value,
      resetToken: token(reset.value.link),
      invitationToken: token(invitation.value.link),
      secondFactor: key,
      secondFactorBytes: Buffer.from(base32.decode(key)).toString('base64url'),
      ...Object.fromEntries(
        recoveryCodes.map((recoveryCode, index) => [`recovery code ${index}`, recoveryCode]),
      ),
      recoveryDigits: recoveryCodes[0]?.replaceAll('-', '') ?? '',
      session: server.getCookie('owner').split('=')[1]?.split('.')[0] ?? '',
    };
    for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(9);

    const backup = gunzipSync(await server.create('backup')).toString();
    const site = openSite(database);
    const archive = await server.create('export');
    const names = await site.listNames(archive);
    const texts: Record<string, string> = { backup, 'raw export': archive.toString('latin1') };
    for (const name of names)
      if (!name.endsWith('.webp'))
        texts[name] = (await site.readText(archive, new RegExp(`^${name}$`))) ?? '';
    expect(Object.values(texts).join('')).toContain('A title');
    for (const [file, text] of Object.entries(texts))
      for (const [name, secret] of Object.entries(secrets))
        for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
          expect(text.includes(form), `${name} in ${file}`).toBe(false);
    // Accounts and settings are only in the backup, and what is stored of a secret can't be read without the key.
    expect(backup).toContain('owner@example.org');
    expect(backup).toContain('"name":"AI_API_KEY"');
    expect(backup).toContain('"recovery_codes"');
    const exported = Object.entries(texts).filter(([file]) => file !== 'backup');
    expect(exported.map(([, text]) => text).join('')).not.toMatch(/owner@example|AI_API_KEY|mail\.example/);
  });

  test.each(['export', 'backup'] as const)(
    '%s: requires the password, and only the session that made it can download it',
    async (kind) => {
      await using server = await startDataServer(await open());
      const { accounts } = server.services;
      for (const body of [{ kind }, { kind, password: 7 }])
        expect((await server.request('owner', 'POST /data/jobs', { body })).status).toBe(400);
      const wrong = await server.request('owner', 'POST /data/jobs', {
        body: { kind, password: 'wrong horse battery' },
      });
      expect([wrong.status, wrong.body.code]).toEqual([422, 'password.wrong']);
      expect((await server.readJob()) ?? null).toBeNull();

      await server.create(kind);
      const job = await server.readJob();
      expect(job.file?.isDownloadable).toBe(true);
      const other = await accounts.signIn(
        { email: 'owner@example.org', password: ownerPassword },
        { headers: new Headers(), network: '' },
      );
      const cookie = other.ok ? (other.value[0]?.split(';')[0] ?? '') : '';
      const headers = { cookie };
      const seen = await server.request(null, 'GET /data/jobs', { headers });
      expect(seen.body.job).toMatchObject({ id: job.id, file: { isDownloadable: false } });
      const download = await server.request(null, `GET /data/jobs/${job.id}/file`, { headers });
      expect([download.status, download.body.code]).toEqual([403, 'data.other_session']);
    },
  );
});

test('wrong passwords are limited like those of signing in', async () => {
  await using server = await startDataServer(await emptyDatabase());
  const body = { kind: 'backup', password: 'wrong horse battery' };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1)
    statuses.push((await server.request('owner', 'POST /data/jobs', { body })).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  const right = await server.request('owner', 'POST /data/jobs', {
    body: { kind: 'backup', password: ownerPassword },
  });
  expect([right.status, right.body.code]).toEqual([429, 'attempts.too_many']);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(1);
});

test('an export has the contents of the command’s, can be imported, and its file is deleted with the job', async () => {
  const database = await emptyDatabase();
  await using server = await startDataServer(database);
  await server.request('owner', 'POST /posts', { body: createSaveRequest({ title: 'One' }) });
  const archive = await server.create('export');
  const job = await server.readJob();
  expect(job.file).toMatchObject({ bytes: archive.length, name: expect.stringMatching(/^unspool-.*\.zip$/) });
  const path = join(server.dataDir, 'command.zip');
  await server.services.backup.exportToFile(path);
  const site = openSite(database);
  expect(await site.listNames(archive)).toEqual(await site.listNames(readFileSync(path)));
  expect(server.listJobFiles()).toHaveLength(1);
  await server.request('owner', `DELETE /data/jobs/${job.id}`);
  expect(server.listJobFiles()).toEqual([]);
  const gone = await server.request('owner', `GET /data/jobs/${job.id}/file`);
  expect([gone.status, gone.body.code]).toEqual([404, 'data.gone']);

  await database.query.delete(article);
  expect((await server.check('import', archive)).import?.counts).toMatchObject({ created: 1 });
  const { id } = await server.readJob();
  await server.request('owner', `POST /data/jobs/${id}/apply`, { body: {} });
  await server.waitForPhase('done');
  expect(await database.query.select({ title: post.title }).from(post)).toEqual([{ title: 'One' }]);
});
