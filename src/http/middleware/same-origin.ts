/** Whether `origin` is the configured one or has the host of the request, whatever scheme a proxy used. */
export function isSameOrigin(origin: string, headers: Headers, publicOrigin: string): boolean {
  if (origin === publicOrigin || headers.get('sec-fetch-site') === 'same-origin') return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}

/** Whether the browser confirms a same-origin write. A request without an Origin header is rejected. */
export function isSameOriginWrite(headers: Headers, publicOrigin: string): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  return (
    origin !== null &&
    (site === null || site === 'same-origin') &&
    isSameOrigin(origin, headers, publicOrigin)
  );
}
