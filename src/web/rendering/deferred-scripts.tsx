import { useHydrationMark } from './hydration-mark.ts';
import { InlineScript } from './inline-scripts.tsx';

/** Defers the module script and preloads past the first paint: styles and messages load first. */
export function deferScripts(html: string, nonce: string): string {
  const moduleScript = `<script nonce="${nonce}" type="module" async="">`;
  const preload = new RegExp(`<link rel="modulepreload" href="([^"]+)"(?: nonce="${nonce}")?/>`, 'g');
  if (!html.includes(moduleScript)) return html;
  const hrefs = [...html.matchAll(preload)].map(([, href]) => href);
  return html
    .replaceAll(preload, '')
    .replace(
      moduleScript,
      () => `<script nonce="${nonce}" type="text/plain" data-preload="${hrefs.join(' ')}">`,
    );
}

/** As React Router's `Scripts`, for a page that runs without the router. `urls`: the entry, then its imports. */
export function ModuleScript({ urls }: { urls: readonly string[] }) {
  return (
    <>
      {urls.map((url) => (
        <link key={url} rel="modulepreload" href={url} />
      ))}
      <InlineScript type="module" async code={`import ${JSON.stringify(urls[0])};`} />
    </>
  );
}

/** The second frame starts after the first paint. A hidden page never paints, so it doesn't wait. */
const starter = `{
  const pending = document.currentScript.previousElementSibling;
  const element = (name, properties) => Object.assign(document.createElement(name), properties);
  const start = () => {
    for (const href of pending.dataset.preload.split(' ')) {
      document.head.append(element('link', { rel: 'modulepreload', href }));
    }
    pending.replaceWith(element('script', { type: 'module', textContent: pending.textContent }));
  };
  if (document.hidden) start();
  else requestAnimationFrame(() => requestAnimationFrame(start));
}`;

export function DeferredScriptStarter() {
  useHydrationMark();
  return <InlineScript code={starter} />;
}
