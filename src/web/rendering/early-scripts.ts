interface EarlyScripts {
  everyPage: string;
  /** Also on a page with module scripts. */
  scriptedPage: string;
}

/** Adds what runs before the first paint. Hydration ignores it. */
export function addEarlyScripts(
  html: string,
  nonce: string,
  { everyPage, scriptedPage }: EarlyScripts,
): string {
  const hasScripts = / data-scripts="/.test(html.slice(0, html.indexOf('>', html.indexOf('<html'))));
  const script = hasScripts ? everyPage + scriptedPage : everyPage;
  return html.replace('</head>', () => `<script nonce="${nonce}">${script}</script></head>`);
}
