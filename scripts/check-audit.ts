// `npm run audit`: reports known vulnerabilities of the dependencies, if the registry supports audits.
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000 });
const counts = parseCounts(stdout);
if (!counts) {
  console.log('The configured registry does not support audits. Nothing was checked.');
} else if (counts.high + counts.critical > 0) {
  console.error(
    `${counts.high} high and ${counts.critical} critical vulnerabilities. See npm audit --omit=dev.`,
  );
  process.exitCode = 1;
} else console.log('No known high or critical vulnerabilities in production dependencies.');

function parseCounts(text: string | null): { high: number; critical: number } | null {
  try {
    const counts = JSON.parse(text ?? '').metadata?.vulnerabilities;
    return typeof counts?.high === 'number' && typeof counts?.critical === 'number' ? counts : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
