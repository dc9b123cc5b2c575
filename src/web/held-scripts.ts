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
