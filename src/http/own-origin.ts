/** Whether `origin` is this site: the configured one, or the host that was asked, whatever scheme a proxy spoke. */
export function isOwnOrigin(origin: string, headers: Headers, publicOrigin: string): boolean {
  if (origin === publicOrigin || headers.get('sec-fetch-site') === 'same-origin') return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}
