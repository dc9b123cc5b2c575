import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** `npm run sbom` with a date and a serial number that depend only on the content, and without the folder's name. */
export function createSbom(modified: number): string {
  const command = ['run', '--silent', 'sbom'];
  const { name }: { name: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  const text = execFileSync('npm', command, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return stabilizeSbom(text, name, modified);
}

export function stabilizeSbom(text: string, name: string, modified: number): string {
  const { serialNumber: _, ...sbom } = JSON.parse(text);
  // npm 11.19 writes the name of the folder.
  sbom.metadata.component.name = name;
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
