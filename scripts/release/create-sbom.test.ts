import { expect, test } from 'vitest';
import { readLicenses } from '../licences.ts';
import { createSbom, stabilizeSbom } from './create-sbom.ts';

const sbom = (name: string, random: string, folder = 'unspool') =>
  JSON.stringify({
    serialNumber: `urn:uuid:${random}`,
    metadata: { timestamp: `2026-11-29T10:00:0${random}`, component: { name: folder } },
    components: [{ name }],
  });

test('the same packages give the same document in any folder, other packages another serial number', () => {
  const first = stabilizeSbom(sbom('undici', '1'), 'unspool', 1_700_000_000);
  expect(stabilizeSbom(sbom('undici', '2', 'a-folder'), 'unspool', 1_700_000_000)).toBe(first);
  expect(JSON.parse(first)).toMatchObject({
    metadata: { timestamp: '2023-11-14T22:13:20.000Z', component: { name: 'unspool' } },
    serialNumber: expect.stringMatching(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
  });
  const other = stabilizeSbom(sbom('sharp', '1'), 'unspool', 1_700_000_000);
  expect(JSON.parse(other).serialNumber).not.toBe(JSON.parse(first).serialNumber);
});

test('the document has each direct dependency with its version', () => {
  const { bomFormat, components } = JSON.parse(createSbom(1_700_000_000));
  expect(bomFormat).toBe('CycloneDX');
  const listed = new Set(components.map((component: { purl: string }) => decodeURIComponent(component.purl)));
  const direct = readLicenses().filter(({ name }) =>
    ['undici', 'sharp', 'better-auth', '@hono/node-server'].includes(name),
  );
  expect(direct).toHaveLength(4);
  expect(direct.filter(({ name, version }) => !listed.has(`pkg:npm/${name}@${version}`))).toEqual([]);
});
