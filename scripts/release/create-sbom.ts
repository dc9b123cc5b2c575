import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** `npm run sbom` with a date and a serial number that depend only on the content. */
export function createSbom(modified: number): string {
  const command = ['run', '--silent', 'sbom'];
  return stabilizeSbom(execFileSync('npm', command, { encoding: 'utf8', maxBuffer: 2 ** 28 }), modified);
}

export function stabilizeSbom(text: string, modified: number): string {
  const { serialNumber: _, ...sbom } = JSON.parse(text);
  sbom.metadata.timestamp = new Date(modified * 1000).toISOString();
  const hash = createHash('sha256').update(JSON.stringify(sbom)).digest('hex');
  const serialNumber = `urn:uuid:${toUuid(hash)}`;
  return `${JSON.stringify({ ...sbom, serialNumber }, null, 2)}\n`;
}

/** A UUID of version 8 (RFC 9562), which is for values of one's own. */
function toUuid(hash: string): string {
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  return [...parts, hash.slice(20, 32)].join('-');
}
