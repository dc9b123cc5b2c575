import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Exists until the end of the test. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempDisposableSync(join(parent, 'unspool-test-'));
  onTestFinished(folder.remove);
  return folder.path;
}
