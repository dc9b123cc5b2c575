import { useHydrationMark } from './hydration-mark.ts';

const moduleScript = '<script type="module" async="">';
const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/** Defers the module script and preloads past the first paint: styles and messages load first. */
export function deferScripts(html: string): string {
  if (!html.includes(moduleScript)) return html;
  const hrefs = [...html.matchAll(preload)].map(([, href]) => href);
  return html
    .replaceAll(preload, '')
    .replace(moduleScript, `<script type="text/plain" data-preload="${hrefs.join(' ')}">`);
}

/** As React Router's `Scripts`, for a page that runs without the router. `urls`: the entry, then its imports. */
export function ModuleScript({ urls }: { urls: readonly string[] }) {
  return (
    <>
      {urls.map((url) => (
        <link key={url} rel="modulepreload" href={url} />
      ))}
      <script
        type="module"
        async
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a URL of the build.
        dangerouslySetInnerHTML={{ __html: `import ${JSON.stringify(urls[0])};` }}
      />
    </>
  );
}

/** The second frame starts after the first paint. A hidden page never paints, so it doesn't wait. */
const starter = `{
  const pending = document.querySelector('script[data-preload]');
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
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: starter }} />;
}
