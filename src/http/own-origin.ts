/** Whether `origin` is this site: the configured one, or the host that was asked, whatever scheme a proxy spoke. */
export function isOwnOrigin(origin: string, headers: Headers, publicOrigin: string): boolean {
  if (origin === publicOrigin || headers.get('sec-fetch-site') === 'same-origin') return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}

/** Whether a browser says that a page of this site writes: one that says nothing is refused, and so is another site. */
export function isOwnWrite(headers: Headers, publicOrigin: string): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  return (
    origin !== null && (site === null || site === 'same-origin') && isOwnOrigin(origin, headers, publicOrigin)
  );
}
