import { Hono } from 'hono';
import { type AccountError, signInCodeSchema, signInSchema } from '#accounts/contract.ts';
import type { Result } from '#platform/result.ts';
import type { AppContext, AppEnv, Services } from '../context.ts';
import { bearerToken } from '../middleware/client.ts';
import { requireSameOriginWrites } from '../middleware/same-origin.ts';
import { noStore } from '../middleware/security-headers.ts';
import { parseJsonBody } from '../middleware/validate-request.ts';
import { errorResponse } from '../responses/error-response.ts';

const bodyLimitBytes = 4096;

export function createAccountsRoutes({ accounts }: Pick<Services, 'accounts'>): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  const setCookies = (context: AppContext, cookies: string[]) => {
    for (const cookie of cookies) context.header('set-cookie', cookie, { append: true });
  };

  api.use('*', noStore);

  // Not for browsers: the caller proves that it knows the server secret.
  api.post('/owner-link', async (context) => {
    const resetsSecondFactor = context.req.query('second-factor') === 'reset';
    const link = await accounts.createOwnerLink(bearerToken(context) ?? '', { resetsSecondFactor });
    return link ? context.json(link) : errorResponse(context, 'request.anonymous');
  });

  api.use('*', requireSameOriginWrites);

  api.get('/session', async (context) => {
    const found = await accounts.getSession(context.req.raw.headers);
    return found
      ? context.json({ user: found.user, expiresAt: found.session.expiresAt.getTime() })
      : errorResponse(context, 'request.anonymous');
  });

  api.post('/session/renew', async (context) => {
    const renewed = await accounts.renewSession(context.req.raw.headers);
    if (!renewed) return errorResponse(context, 'request.anonymous');
    setCookies(context, renewed.cookies);
    return context.json({ expiresAt: renewed.authSession.session.expiresAt.getTime() });
  });

  const getClient = (context: AppContext) => ({
    headers: context.req.raw.headers,
    network: context.var.client.network,
  });

  function respondToSignIn(context: AppContext, result: Result<string[], AccountError>): Response {
    if (result.ok) {
      setCookies(context, result.value);
      return context.json({ success: true });
    }
    const { retryAfterSeconds, ...error } = result.error;
    if (retryAfterSeconds !== undefined) context.header('retry-after', String(retryAfterSeconds));
    return context.json({ success: false, ...error }, retryAfterSeconds === undefined ? 401 : 429);
  }

  api.post('/sign-in', async (context) => {
    const input = await parseJsonBody(context, signInSchema, bodyLimitBytes);
    if (!input.ok) return input.error;
    return respondToSignIn(context, await accounts.signIn(input.value, getClient(context)));
  });

  api.post('/sign-in/code', async (context) => {
    const input = await parseJsonBody(context, signInCodeSchema, bodyLimitBytes);
    if (!input.ok) return input.error;
    return respondToSignIn(context, await accounts.completeSignIn(input.value, getClient(context)));
  });

  api.post('/sign-out', async (context) => {
    setCookies(context, await accounts.signOut(context.req.raw.headers));
    return context.json({ success: true });
  });

  api.all('*', (context) => errorResponse(context, 'call.unknown'));
  return api;
}
