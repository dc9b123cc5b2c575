/** Writes .br and .gz files beside the text files of the browser build; the server sends them. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isCompressible } from '#http/static-files.ts';

const folder = 'build/client';
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

async function compress(path: string): Promise<void> {
  const body = await readFile(path);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(body, quality), promisify(gzip)(body)]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

const names = await readdir(folder, { recursive: true });
await Promise.all(names.filter(isCompressible).map((name) => compress(join(folder, name))));
