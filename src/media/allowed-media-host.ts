import {
  assertLoopbackOrigins,
  isWithinDomain,
  judgeTarget,
  type Target,
} from '#platform/safe-fetch-target.ts';

/** The target to connect to, or null where we do not fetch from there. */
export type JudgeMediaAddress = (address: string) => Target | null;

/**
 * @param allowedHosts domains (`fbcdn.net`: itself and what lies under it) and loopback `host:port` entries
 * @param loopback false outside tests and demonstrations: `host:port` entries then allow nothing
 */
export function createMediaHostRule(allowedHosts: readonly string[], loopback: boolean): JudgeMediaAddress {
  const domains: string[] = [];
  const loopbackOrigins: string[] = [];
  for (const entry of allowedHosts) {
    if (/:\d+$/.test(entry)) loopbackOrigins.push(`http://${entry}`);
    else if (/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(entry)) domains.push(entry);
    else throw new TypeError(`neither a domain nor host:port: ${entry}`);
  }
  assertLoopbackOrigins(loopbackOrigins);
  const rules = {
    allows: (url: URL) => domains.some((domain) => isWithinDomain(url.hostname, domain)),
    loopbackOrigins: loopback ? loopbackOrigins : [],
  };
  return (address) => {
    const judged = judgeTarget(address, rules);
    return judged.ok ? judged.value : null;
  };
}
