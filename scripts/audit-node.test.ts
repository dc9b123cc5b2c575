import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isSafeNode, safeNodeVersions } from '../src/app/node-version.ts';
import { auditNode } from './audit-node.ts';
import { readLock } from './licences.ts';

const today = '2026-12-01';
const exception = { version: '24.21.0', since: '2026-11-28', reason: 'No safe package.' };
const audit = (changes: Partial<Parameters<typeof auditNode>[0]>) =>
  auditNode({ pinned: '24.21.0', served: ['24.21.0', '26.12.1'], exception, today, ...changes });

test('a pinned Node with holes passes only with an exception for this version', () => {
  expect(audit({})).toEqual({
    errors: [],
    notes: ['Exception since 2026-11-28: Node 24.21.0. No safe package.'],
  });
  expect(audit({ served: null }).errors).toEqual([]);
  expect(audit({ exception: null }).errors).toEqual([expect.stringMatching(/CVE-2026-111497.*without an/)]);
  expect(audit({ pinned: '24.20.0' }).errors).toHaveLength(1);
});

test('the exception ends once the registry has a safe version of the line, or the pinned one is safe', () => {
  expect(audit({ served: ['24.21.0', '24.22.1', '24.23.0', '26.12.1'] }).errors).toEqual([
    'Node 24.21.0 has known holes: npm install --save-exact -D node@24.23.0',
  ]);
  expect(audit({ pinned: '24.22.1' }).errors).toEqual([expect.stringMatching(/Remove the exception/)]);
  expect(audit({ pinned: '24.22.1', exception: null }).errors).toEqual([]);
});

test('a list that was not checked for two months gets a reminder, not an error', () => {
  expect(audit({ today: '2027-03-01' }).notes[0]).toMatch(/is of 2026-11-28/);
  expect(audit({ today: '2027-03-01' }).errors).toEqual([]);
});

test('the manifest, the lock and the image require a safe Node', () => {
  const engines = '^22.23.4 || ^24.22.1 || >=26.12.1';
  expect(engines.match(/\d+\.\d+\.\d+/g)).toEqual([...safeNodeVersions.lowest]);
  expect(JSON.parse(readFileSync('package.json', 'utf8')).engines).toEqual({ node: engines });
  expect(readLock()['']).toMatchObject({ engines: { node: engines } });
  const image = readFileSync('Dockerfile', 'utf8');
  expect(isSafeNode(/^ARG NODE_VERSION=([\d.]+)$/m.exec(image)?.[1] ?? '')).toBe(true);
  expect(image.match(/^FROM .*/gm)?.map((line) => line.split(' ')[1])).toEqual(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Docker's own variable
    Array.from({ length: 3 }, () => 'node:${NODE_VERSION}-bookworm-slim'),
  );
});
