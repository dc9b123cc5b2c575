import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { signInSchema } from '#accounts/contract.ts';
import type { Services } from '#services.ts';
import { createClientNetwork, incomingOf } from './client-network.ts';
import type { RequestErrorCode } from './contract.ts';
import { isOwnWrite } from './own-origin.ts';
import { readJson } from './read-json.ts';
import { refusalOf } from './refusal.ts';

const bodyLimitBytes = 4096;

/**
 * `/api/accounts`: the session, for pages of ours that stay open. Everything else about accounts is done by forms of
 * the pages below `/admin`.
 */
export function createAccountsApi({
  services,
  publicOrigin,
  trustedProxies,
}: {
  services: Pick<Services, 'accounts' | 'preferredLocale' | 'wordError'>;
  publicOrigin: string;
  trustedProxies: readonly string[];
}): Hono {
  const { accounts } = services;
  const clientNetwork = createClientNetwork(trustedProxies);
  const api = new Hono();
  const refuse = (context: Context, code: RequestErrorCode, status: ContentfulStatusCode) =>
    context.json(refusalOf(services, context.req.header('accept-language'), code), status);
  const anonymous = (context: Context) => refuse(context, 'request.anonymous', 401);
  const setCookies = (context: Context, cookies: string[]) => {
    for (const cookie of cookies) context.header('set-cookie', cookie, { append: true });
  };

  api.use('*', async (context, next) => {
    context.header('cache-control', 'private, no-store');
    await next();
  });

  /** Not for browsers: whoever asks has the server's secret. */
  api.post('/owner-link', async (context) => {
    const proof = context.req.header('authorization')?.replace(/^Bearer /i, '') ?? '';
    const link = await accounts.ownerLink(proof);
    return link ? context.json(link) : anonymous(context);
  });

  api.use('*', async (context, next) => {
    const isWrite = context.req.method !== 'GET' && context.req.method !== 'HEAD';
    if (isWrite && !isOwnWrite(context.req.raw.headers, publicOrigin))
      return refuse(context, 'request.foreign', 403);
    await next();
  });

  api.get('/session', async (context) => {
    const found = await accounts.signedIn(context.req.raw.headers);
    return found
      ? context.json({ user: found.user, expiresAt: found.session.expiresAt.getTime() })
      : anonymous(context);
  });

  api.post('/session/renew', async (context) => {
    const renewed = await accounts.renew(context.req.raw.headers);
    if (!renewed) return anonymous(context);
    setCookies(context, renewed.cookies);
    return context.json({ expiresAt: renewed.signedIn.session.expiresAt.getTime() });
  });

  api.post(
    '/sign-in',
    bodyLimit({
      maxSize: bodyLimitBytes,
      onError: (context) => refuse(context, 'body.too_large', 413),
    }),
    async (context) => {
      const typed = signInSchema.safeParse(await readJson(context.req.raw));
      if (!typed.success) return refuse(context, 'body.malformed', 400);
      const { headers } = context.req.raw;
      const entered = await accounts.signIn(typed.data, {
        headers,
        network: clientNetwork(incomingOf(context)),
      });
      if (entered.ok) {
        setCookies(context, entered.value);
        return context.json({ success: true });
      }
      const { code, retryAfterSeconds } = entered.error;
      if (retryAfterSeconds !== undefined) context.header('retry-after', String(retryAfterSeconds));
      return context.json({ success: false, code }, retryAfterSeconds === undefined ? 401 : 429);
    },
  );

  api.post('/sign-out', async (context) => {
    setCookies(context, await accounts.signOut(context.req.raw.headers));
    return context.json({ success: true });
  });

  api.all('*', (context) => refuse(context, 'call.unknown', 404));
  return api;
}
