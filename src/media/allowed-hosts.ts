import {
  assertLoopbackOrigins,
  type FetchTarget,
  isWithinDomain,
  validateFetchUrl,
} from '#platform/fetch/fetch-policy.ts';

export type ValidateMediaUrl = (url: string) => FetchTarget | null;

/** `allowedHosts`: domains with their subdomains (`fbcdn.net`) and, only with `loopback`, `host:port`. */
export function createMediaUrlValidator(
  allowedHosts: readonly string[],
  loopback: boolean,
): ValidateMediaUrl {
  const domains: string[] = [];
  const loopbackOrigins: string[] = [];
  for (const entry of allowedHosts) {
    if (/:\d+$/.test(entry)) loopbackOrigins.push(`http://${entry}`);
    else if (/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(entry)) domains.push(entry);
    else throw new TypeError(`neither a domain nor host:port: ${entry}`);
  }
  assertLoopbackOrigins(loopbackOrigins);
  const rules = {
    isAllowed: (url: URL) => domains.some((domain) => isWithinDomain(url.hostname, domain)),
    loopbackOrigins: loopback ? loopbackOrigins : [],
  };
  return (url) => {
    const result = validateFetchUrl(url, rules);
    return result.ok ? result.value : null;
  };
}
