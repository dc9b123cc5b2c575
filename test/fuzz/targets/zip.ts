import assert from 'node:assert/strict';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { openZip } from '#backup/content/zip-reader.ts';
import type { FuzzTarget } from '../target.ts';

const maxBytes = 100_000;
const folder = '/import/folder';

/** No name leads out of a folder, no entry is larger than it says, and all of them fit into the archive. */
export const target: FuzzTarget = {
  sources: ['backup/content/zip-reader.ts'],
  maxBytes: 16_384,
  async check(input) {
    using temporary = mkdtempDisposableSync(join(tmpdir(), 'unspool-fuzz-'));
    const path = join(temporary.path, 'a.zip');
    writeFileSync(path, input);
    const opened = await openZip(path);
    if (!opened.ok) {
      assert.match(opened.error, /^archive\.(?:unreadable|names|too_large)$/);
      return;
    }
    await using zip = opened.value;
    let compressedBytes = 0;
    for (const [name, entry] of zip.entries) {
      assert.equal(name, entry.name);
      assert.equal(posix.join(folder, name), `${folder}/${name}`);
      assert.doesNotMatch(name, /[\\\0]/);
      const content = await zip.read(entry, maxBytes);
      if (content === null) continue;
      assert.equal(content.length, entry.bytes);
      assert.ok(content.length <= maxBytes);
      compressedBytes += entry.header.compressedSize;
    }
    assert.ok(compressedBytes <= input.length);
  },
};
