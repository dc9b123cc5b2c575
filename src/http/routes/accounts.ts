import { Hono } from 'hono';
import { signInSchema } from '#accounts/contract.ts';
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
    const link = await accounts.createOwnerLink(bearerToken(context) ?? '');
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

  api.post('/sign-in', async (context) => {
    const input = await parseJsonBody(context, signInSchema, bodyLimitBytes);
    if (!input.ok) return input.error;
    const { headers } = context.req.raw;
    const result = await accounts.signIn(input.value, {
      headers,
      network: context.var.client.network,
    });
    if (result.ok) {
      setCookies(context, result.value);
      return context.json({ success: true });
    }
    const { code, retryAfterSeconds } = result.error;
    if (retryAfterSeconds !== undefined) context.header('retry-after', String(retryAfterSeconds));
    return context.json({ success: false, code }, retryAfterSeconds === undefined ? 401 : 429);
  });

  api.post('/sign-out', async (context) => {
    setCookies(context, await accounts.signOut(context.req.raw.headers));
    return context.json({ success: true });
  });

  api.all('*', (context) => errorResponse(context, 'call.unknown'));
  return api;
}
