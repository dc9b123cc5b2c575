import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Plugin } from 'vite';

/** The paths of all modules in a browser build of these files, which may import the project's packages. */
export async function buildFiles(
  files: Readonly<Record<string, string>>,
  entry: string,
  plugin: Plugin,
): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'build-files-'));
  try {
    await symlink(path.resolve('node_modules'), path.join(root, 'node_modules'));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await writeFile(path.join(root, name), text);
    }
    const built = await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [plugin],
      build: { write: false, rollupOptions: { input: path.join(root, entry) } },
    });
    const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
    return outputs.flatMap((file) => ('moduleIds' in file ? file.moduleIds : []));
  } finally {
    await rm(root, { recursive: true });
  }
}
