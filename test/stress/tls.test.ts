import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownerPath } from '#test/support/admin-session.ts';
import { connectBrowser } from '#test/support/browser-page.ts';
import { createCertificate } from '#test/support/create-certificate.ts';
import { freePort } from '#test/support/local-servers.ts';
import { startApp } from '#test/support/start-app.ts';
import { fetchRaw } from '#test/support/start-media-relay.ts';
import { hasNginx, startNginx } from '#test/support/start-nginx.ts';
import { isStress } from '#test/support/stress.ts';

test.runIf(isStress && hasNginx())(
  'behind TLS, the session cookie has the prefix __Host- and every response asks for HTTPS once',
  async () => {
    await using stack = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'unspool-tls-'));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    const { key, certificate } = createCertificate(folder);
    const port = await freePort();
    const origin = `https://localhost:${port}`;
    const app = stack.use(await startApp({ PUBLIC_ORIGIN: origin, TRUSTED_PROXIES: '127.0.0.1' }));
    stack.use(
      await startNginx([new URL(app.origin).host], {
        listen: `listen 127.0.0.1:${port} ssl;\nssl_certificate ${certificate};\nssl_certificate_key ${key};\n`,
      }),
    );
    const browser = await connectBrowser();
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB' });
    stack.defer(() => context.close());
    const page = await context.newPage();
    const policyErrors: string[] = [];
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) policyErrors.push(message.text());
    });

    const transport: string[] = [];
    for (const path of ['/', '/blog', '/no/such/page', '/media/x', '/livez', '/robots.txt']) {
      const response = await context.request.get(origin + path, { failOnStatusCode: false });
      const headers = response.headersArray().filter(({ name }) => /^strict-transport/i.test(name));
      transport.push(`${path} ${headers.map(({ value }) => value).join(', ')}`);
    }
    expect(transport).toEqual(
      ['/', '/blog', '/no/such/page', '/media/x', '/livez', '/robots.txt'].map(
        (path) => `${path} max-age=31536000`,
      ),
    );

    await page.goto(origin + (await ownerPath(app)));
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.locator('input[name="new-password"]').fill('correct horse battery');
    await page.locator('form:has(input[name="new-password"]) button[type="submit"]').click();
    await page.waitForURL(/\/admin(\/|$)(?!set-up)/);
    const cookies = await context.cookies();
    expect(cookies.filter(({ name }) => name.includes('session'))).toEqual([
      expect.objectContaining({
        name: '__Host-unspool-session',
        secure: true,
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
        domain: 'localhost',
      }),
    ]);
    const token = cookies.find(({ name }) => name.includes('session'))?.value ?? '';
    const readPosts = async (name: string) =>
      fetchRaw(`${app.origin}/api/admin/posts`, { cookie: `${name}=${token}` });
    expect((await readPosts('__Host-unspool-session')).status).toBe(200);
    // A subdomain or a page without TLS could set a cookie without the prefix.
    expect((await readPosts('unspool-session')).status).toBe(401);
    expect(policyErrors).toEqual([]);
  },
);
