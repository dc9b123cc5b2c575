/** The address a link card leads to, taken out of Threads' outbound redirector; null when it is none of the web. */
export function unwrapOutbound(address: string): string | null {
  const url = URL.parse(address);
  const isRedirector = url !== null && /^l\.(?:threads|instagram)\.(?:com|net)$/.test(url.hostname);
  const target = isRedirector ? URL.parse(url.searchParams.get('u') ?? '') : url;
  if (target === null || (target.protocol !== 'https:' && target.protocol !== 'http:')) return null;
  return target.href;
}
