import { useEffect } from 'react';

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
