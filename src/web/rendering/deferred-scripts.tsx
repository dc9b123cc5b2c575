import { useEffect } from 'react';

const routerScript = '<script type="module" async="">';
const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/**
 * Makes the router's script inert and moves its module preloads into `data-preload`, so that styles and
 * messages load first. `DeferredScriptStarter` starts the script after the first paint.
 */
export function deferScripts(html: string): string {
  if (!html.includes(routerScript)) return html;
  const hrefs = [...html.matchAll(preload)].map(([, href]) => href);
  return html
    .replaceAll(preload, '')
    .replace(routerScript, `<script type="text/plain" data-preload="${hrefs.join(' ')}">`);
}

/** The second frame starts after the first paint. A hidden page never paints, so it doesn't wait. */
const starter = `{
  const held = document.querySelector('script[data-preload]');
  const element = (name, properties) => Object.assign(document.createElement(name), properties);
  const start = () => {
    for (const href of held.dataset.preload.split(' ')) {
      document.head.append(element('link', { rel: 'modulepreload', href }));
    }
    held.replaceWith(element('script', { type: 'module', textContent: held.textContent }));
  };
  if (document.hidden) start();
  else requestAnimationFrame(() => requestAnimationFrame(start));
}`;

/** Starts the scripts that `deferScripts` made inert, after the first paint. */
export function DeferredScriptStarter() {
  useEffect(() => void performance.mark('hydrated'), []);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: starter }} />;
}
