import { useEffect } from 'react';

/** Sent as it stands. In a page nobody sees there is no paint to wait for; the second frame begins after the first is drawn. */
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

/** Starts the scripts that the server holds back (`held-scripts.ts`), once the page is painted, and marks when they have taken over. */
export function ScriptStarter() {
  useEffect(() => void performance.mark('hydrated'), []);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: starter }} />;
}
