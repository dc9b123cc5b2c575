import { expect, test } from 'vitest';
import { findReleaseProblems } from './check-release.ts';

const ready = {
  version: '1.2.3',
  changes: '',
  tags: ['v1.2.3'],
  securityPolicy: 'Contact: security@example.org',
  latePackages: [],
  checkedOn: '2026-11-29',
  today: '2026-12-13',
};

test('a tagged commit without changes, with a contact and current packages can be released', () => {
  expect(findReleaseProblems(ready)).toEqual([]);
});

test('names everything that a release is not ready for', () => {
  const state = {
    ...ready,
    changes: ' M package.json',
    tags: ['v1.2.2'],
    securityPolicy: 'Contact: *none entered yet*',
    latePackages: ['undici 8.12.4 is 20 days behind 8.13.1; 14 are allowed.'],
    today: '2026-12-14',
  };
  expect(findReleaseProblems(state)).toEqual([
    'The checkout has changes that are not committed.',
    'The commit has no tag v1.2.3.',
    'SECURITY.md has no contact.',
    'Packages were last looked up on 2026-11-29. Run npm run packages:check.',
    'undici 8.12.4 is 20 days behind 8.13.1; 14 are allowed.',
  ]);
});
