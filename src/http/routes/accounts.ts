import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { signInSchema } from '#accounts/contract.ts';
import type { RequestErrorCode } from '#web/request-contract.ts';
import type { Services } from '../context.ts';
import { createGetClientNetwork, incomingRequest } from '../middleware/client.ts';
import { isSameOriginWrite } from '../middleware/same-origin.ts';
import { readJsonBody } from '../middleware/validate-request.ts';
import { errorBody } from '../responses/error-response.ts';

const bodyLimitBytes = 4096;

export function createAccountsRoutes({
  services,
  publicOrigin,
  trustedProxies,
}: {
  services: Pick<Services, 'accounts' | 'preferredLocale' | 'formatError'>;
  publicOrigin: string;
  trustedProxies: readonly string[];
}): Hono {
  const { accounts } = services;
  const clientNetwork = createGetClientNetwork(trustedProxies);
  const api = new Hono();
  const errorResponse = (context: Context, code: RequestErrorCode, status: ContentfulStatusCode) =>
    context.json(errorBody(services, context.req.header('accept-language'), code), status);
  const unauthorized = (context: Context) => errorResponse(context, 'request.anonymous', 401);
  const setCookies = (context: Context, cookies: string[]) => {
    for (const cookie of cookies) context.header('set-cookie', cookie, { append: true });
  };

  api.use('*', async (context, next) => {
    context.header('cache-control', 'private, no-store');
    await next();
  });

  // Not for browsers: the caller proves that it knows the server secret.
  api.post('/owner-link', async (context) => {
    const proof = context.req.header('authorization')?.replace(/^Bearer /i, '') ?? '';
    const link = await accounts.createOwnerLink(proof);
    return link ? context.json(link) : unauthorized(context);
  });

  api.use('*', async (context, next) => {
    const isWrite = context.req.method !== 'GET' && context.req.method !== 'HEAD';
    if (isWrite && !isSameOriginWrite(context.req.raw.headers, publicOrigin))
      return errorResponse(context, 'request.foreign', 403);
    await next();
  });

  api.get('/session', async (context) => {
    const found = await accounts.getSession(context.req.raw.headers);
    return found
      ? context.json({ user: found.user, expiresAt: found.session.expiresAt.getTime() })
      : unauthorized(context);
  });

  api.post('/session/renew', async (context) => {
    const renewed = await accounts.renewSession(context.req.raw.headers);
    if (!renewed) return unauthorized(context);
    setCookies(context, renewed.cookies);
    return context.json({ expiresAt: renewed.authSession.session.expiresAt.getTime() });
  });

  api.post(
    '/sign-in',
    bodyLimit({
      maxSize: bodyLimitBytes,
      onError: (context) => errorResponse(context, 'body.too_large', 413),
    }),
    async (context) => {
      const input = signInSchema.safeParse(await readJsonBody(context.req.raw));
      if (!input.success) return errorResponse(context, 'body.malformed', 400);
      const { headers } = context.req.raw;
      const result = await accounts.signIn(input.data, {
        headers,
        network: clientNetwork(incomingRequest(context)),
      });
      if (result.ok) {
        setCookies(context, result.value);
        return context.json({ success: true });
      }
      const { code, retryAfterSeconds } = result.error;
      if (retryAfterSeconds !== undefined) context.header('retry-after', String(retryAfterSeconds));
      return context.json({ success: false, code }, retryAfterSeconds === undefined ? 401 : 429);
    },
  );

  api.post('/sign-out', async (context) => {
    setCookies(context, await accounts.signOut(context.req.raw.headers));
    return context.json({ success: true });
  });

  api.all('*', (context) => errorResponse(context, 'call.unknown', 404));
  return api;
}
