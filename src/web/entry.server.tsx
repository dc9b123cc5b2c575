import { Writable } from 'node:stream';
import { StrictMode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { serverTranslator } from '#i18n/server-translator.ts';
import { StaticPostProvider, staticPostContext } from './blog/static-post.tsx';
import { contentSecurityPolicy } from './rendering/content-security-policy.ts';
import { deferScripts } from './rendering/deferred-scripts.tsx';
import { addEarlyScripts } from './rendering/early-scripts.ts';
import { pageLocale, sameOriginFrameContext } from './rendering/page-context.ts';
import { servicesContext } from './services.ts';
import { TranslatorProvider } from './translator.tsx';

const renderTimeoutMs = 10_000;

/** Buffers the whole page: the policy needs every inline script, and the client never gets a partial page. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const locale = pageLocale(request, loadContext);
  const rendered = await renderPage(
    <StrictMode>
      <TranslatorProvider translator={serverTranslator(locale)}>
        <StaticPostProvider staticPost={loadContext.get(staticPostContext)}>
          <ServerRouter context={routerContext} url={request.url} />
        </StaticPostProvider>
      </TranslatorProvider>
    </StrictMode>,
    loadContext.get(servicesContext).onRenderError,
  );
  const html = addEarlyScripts(deferScripts(rendered));
  headers.set('content-type', 'text/html; charset=utf-8');
  const canBeFramed = loadContext.get(sameOriginFrameContext);
  const policy = contentSecurityPolicy(html, {
    isDevelopment: import.meta.env.DEV,
    canBeFramed,
  });
  headers.set('content-security-policy', policy);
  if (canBeFramed) headers.set('x-frame-options', 'SAMEORIGIN');
  return new Response(request.method === 'HEAD' ? null : html, { status, headers });
}

function renderPage(page: React.ReactNode, onError: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer | string, _encoding, done) {
        chunks.push(Buffer.from(chunk));
        done();
      },
      final(done) {
        clearTimeout(timer);
        resolve(Buffer.concat(chunks).toString('utf8'));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => void pipe(sink),
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError,
    });
    const timer = setTimeout(() => abort(new Error('rendering timed out')), renderTimeoutMs);
  });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(servicesContext).onRenderError(error);
};
