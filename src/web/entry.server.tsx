import { randomUUID } from 'node:crypto';
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
import { AppearanceContext } from './appearance/appearance-context.ts';
import { getAppearance } from './appearance/page-appearance.ts';
import { themeScript } from './appearance/theme.ts';
import { listPlayerOrigins } from './blog/post-figures.ts';
import { StaticPostReactContext, staticPostContext } from './blog/static-post.ts';
import { settingsStorageKey } from './downloader/settings/settings-schema.ts';
import { suggestionScript } from './layout/language/suggest-locale.ts';
import { contentSecurityPolicy } from './rendering/content-security-policy.ts';
import { deferScripts } from './rendering/deferred-scripts.tsx';
import { addEarlyScripts } from './rendering/early-scripts.ts';
import { collectInlineScripts, ScriptNonceContext } from './rendering/inline-scripts.tsx';
import { pageLocale, sameOriginFrameContext } from './rendering/page-context.ts';
import { servicesContext } from './services.ts';
import { TranslatorProvider } from './translator.tsx';

const renderTimeoutMs = 10_000;

/** Only a page with scripts suggests a language. */
const earlyScripts = {
  everyPage: themeScript(settingsStorageKey),
  scriptedPage: suggestionScript(),
};

/** Buffers the whole page: the policy needs every inline script, and the client never gets a partial page. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const locale = pageLocale(request, loadContext);
  const { settings, onRenderError } = loadContext.get(servicesContext);
  const appearance = getAppearance(settings.site(), locale);
  const nonce = randomUUID();
  const rendered = await renderPage(
    <StrictMode>
      <TranslatorProvider translator={serverTranslator(locale, appearance.siteName)}>
        <AppearanceContext value={appearance}>
          <StaticPostReactContext value={loadContext.get(staticPostContext)}>
            <ScriptNonceContext value={nonce}>
              <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
            </ScriptNonceContext>
          </StaticPostReactContext>
        </AppearanceContext>
      </TranslatorProvider>
    </StrictMode>,
    nonce,
    onRenderError,
  );
  const page = addEarlyScripts(deferScripts(rendered, nonce), nonce, earlyScripts);
  const { html, scripts } = collectInlineScripts(page, nonce);
  headers.set('content-type', 'text/html; charset=utf-8');
  const canBeFramed = loadContext.get(sameOriginFrameContext);
  const staticPost = loadContext.get(staticPostContext);
  const policy = contentSecurityPolicy(scripts, {
    isDevelopment: import.meta.env.DEV,
    canBeFramed,
    frameOrigins: listPlayerOrigins(staticPost?.content.html ?? ''),
  });
  headers.set('content-security-policy', policy);
  if (canBeFramed) headers.set('x-frame-options', 'SAMEORIGIN');
  return new Response(request.method === 'HEAD' ? null : html, { status, headers });
}

function renderPage(
  page: React.ReactNode,
  nonce: string,
  onError: (error: unknown) => void,
): Promise<string> {
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
      nonce,
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
