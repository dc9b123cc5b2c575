/** Stable releases of a package by date, from the installed one upwards. */
export type Releases = Readonly<Record<string, string>>;

export interface PackageException {
  name: string;
  /** The installed version that the exception is for. */
  version: string;
  /** The last day on which it counts. */
  until: string;
  reason: string;
}

interface PackageAge {
  name: string;
  installed: string;
  releases: Releases;
  /** A date such as 2026-11-29. */
  today: string;
  exceptions: readonly PackageException[];
}

/** Long enough for others to find a malicious release, and for somebody to update once a week. */
const maximumDays = { line: 14, other: 90 };

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

export function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

/** Versions with the same line are compatible with each other: the major version, and for 0.x the minor one too. */
function readLine(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}

/** What is wrong with the age of a package; null if nothing is. */
export function checkPackageAge({ name, installed, releases, today, exceptions }: PackageAge): string | null {
  if (!releases[installed]) return `${name} ${installed} was never looked up. Run npm run packages:check.`;
  const newer = Object.entries(releases)
    .filter(([version]) => compareVersions(version, installed) > 0)
    .toSorted(([one], [other]) => compareVersions(one, other));
  const { line = [], other = [] } = Object.groupBy(newer, ([version]) =>
    readLine(version) === readLine(installed) ? 'line' : 'other',
  );
  const delay = findDelay(line, maximumDays.line, today) ?? findDelay(other, maximumDays.other, today);
  const exception = exceptions.find((entry) => entry.name === name);
  if (!delay) return exception ? `${name} is current. Remove its exception.` : null;
  if (exception?.version === installed && exception.until >= today) return null;
  return `${name} ${installed} is ${delay}.`;
}

/** Counts from the first release that was left out, not from the newest: many small releases don't restart the time. */
function findDelay(missed: readonly [string, string][], allowed: number, today: string): string | null {
  const days = Math.max(0, ...missed.map(([, date]) => daysBetween(date, today)));
  return days > allowed ? `${days} days behind ${missed.at(-1)?.[0]}; ${allowed} are allowed` : null;
}
