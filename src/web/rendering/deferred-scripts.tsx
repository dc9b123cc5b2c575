import { useEffect } from 'react';

const routerScript = '<script type="module" async="">';
const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/** Defers the router's script and preloads past the first paint: styles and messages load first. */
export function deferScripts(html: string): string {
  if (!html.includes(routerScript)) return html;
  const hrefs = [...html.matchAll(preload)].map(([, href]) => href);
  return html
    .replaceAll(preload, '')
    .replace(routerScript, `<script type="text/plain" data-preload="${hrefs.join(' ')}">`);
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
  useEffect(() => void performance.mark('hydrated'), []);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: starter }} />;
}
