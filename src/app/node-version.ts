/**
 * The lowest version of each line of Node without a known hole that matters here. No audit of packages lists Node
 * itself: after a security release of Node, update this, `engines` and the Dockerfile. `npm run audit` reads it.
 */
export const safeNodeVersions = {
  checkedOn: '2026-11-28',
  lowest: ['22.23.4', '24.22.1', '26.12.1'],
  /** The Brotli decoder corrupts memory; host names are mistaken in TLS and DNS. */
  holes: ['CVE-2026-111497', 'CVE-2026-105482', 'CVE-2026-105483', 'CVE-2026-106069'],
} as const;

const parseVersion = (version: string) => version.replace(/^v/, '').split('.', 3).map(Number.parseFloat);

/** Lines between and below those in the list get no fixes. */
export function isSafeNode(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = parseVersion(version);
  const lowest = safeNodeVersions.lowest.map(parseVersion);
  const [, lowestMinor = 0, lowestPatch = 0] = lowest.find(([line]) => line === major) ?? [];
  if (!lowest.some(([line]) => line === major)) return lowest.every(([line = 0]) => line < major);
  return minor > lowestMinor || (minor === lowestMinor && patch >= lowestPatch);
}

/** Only a warning: the `node` package, on which `npm start` runs, may have no safe version yet (docs/decisions/0070). */
export function nodeWarning(version: string): string | null {
  if (isSafeNode(version)) return null;
  const { holes, lowest } = safeNodeVersions;
  return [
    `Warning: Node ${version} has known security holes (${holes[0]} and others).`,
    `Install Node ${lowest.join(', ')} or a later version of these lines,`,
    'and start the server with it: node build/server/main.js',
  ].join(' ');
}
