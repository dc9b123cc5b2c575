/** Removes Threads' outbound redirector from a link. Returns null unless the target is HTTP or HTTPS. */
export function unwrapRedirectUrl(href: string): string | null {
  const url = URL.parse(href);
  const isRedirector = url !== null && /^l\.(?:threads|instagram)\.(?:com|net)$/.test(url.hostname);
  const target = isRedirector ? URL.parse(url.searchParams.get('u') ?? '') : url;
  if (target === null || (target.protocol !== 'https:' && target.protocol !== 'http:')) return null;
  return target.href;
}
