const routerScript = '<script type="module" async="">';
const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/**
 * A finished page whose scripts wait for `ScriptStarter`: the router's script is left inert, and what it would load early is named in its `data-preload`, so that styles and words have the line to themselves until they are painted.
 * A page without scripts comes back as it is.
 */
export function holdScripts(html: string): string {
  if (!html.includes(routerScript)) return html;
  const addresses = [...html.matchAll(preload)].map(([, address]) => address);
  return html
    .replaceAll(preload, '')
    .replace(routerScript, `<script type="text/plain" data-preload="${addresses.join(' ')}">`);
}
