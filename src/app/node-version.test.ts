import { expect, test } from 'vitest';
import { isSafeNode, nodeWarning } from './node-version.ts';

test.each(['22.23.4', '22.24.0', 'v24.22.1', '24.22.10', '26.12.1', '26.13.0', '27.0.0', '28.1.0-nightly'])(
  'Node %s is safe',
  (version) => {
    expect(isSafeNode(version)).toBe(true);
    expect(nodeWarning(version)).toBeNull();
  },
);

test.each(['20.20.2', '22.23.3', '22.22.9', '23.11.0', '24.21.0', '24.22.0', '25.9.9', '26.12.0', '', 'x'])(
  'Node %j gets a warning that says what to install',
  (version) => {
    expect(isSafeNode(version)).toBe(false);
    expect(nodeWarning(version)).toMatch(/Install Node 22\.23\.4, 24\.22\.1, 26\.12\.1 or a later version/);
  },
);
