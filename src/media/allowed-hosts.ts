import {
  assertLoopbackOrigins,
  type FetchTarget,
  isWithinDomain,
  validateFetchUrl,
} from '#platform/fetch/url-policy.ts';

/** Returns the target to connect to, or null if its host is not allowed. */
export type ValidateMediaUrl = (url: string) => FetchTarget | null;

/**
 * @param allowedHosts domains with their subdomains (`fbcdn.net`), and loopback `host:port`
 * @param loopback only for tests and demonstrations; if false, `host:port` entries have no effect
 */
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
