import { cpSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { asciiOutput, serverOutput } from './scripts/server-output.ts';

/** What the server reads from disk at run time: its file looks for them beside itself. */
const dataFolders = ['database/migrations', 'database/seed', 'i18n/messages'];

function copyDataFolders(): Plugin {
  return {
    name: 'unspool:copy-data-folders',
    closeBundle() {
      for (const folder of dataFolders)
        cpSync(`src/${folder}`, `build/server/${basename(folder)}`, {
          recursive: true,
          filter: (path) => basename(path) !== 'notes.json',
        });
    },
  };
}

/** What an owner does where only the build is, in a container: `node build/server/backup.js FILE`. */
const commands = ['backup', 'restore', 'export', 'import', 'create-owner'];

/** The process itself and the owner's commands, with all they need, beside the pages' own bundle. */
export default defineConfig({
  plugins: [copyDataFolders(), asciiOutput()],
  define: { 'process.env.NODE_ENV': '"production"' },
  // Native code and the embedded database's own files stay in node_modules.
  ssr: {
    noExternal: true,
    external: ['@takumi-rs/core', '@electric-sql/pglite', 'sharp', 'pg-native'],
  },
  build: {
    ssr: true,
    outDir: 'build/server',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node22',
    rollupOptions: {
      input: {
        main: 'src/main.ts',
        'text-worker': 'src/blog/text-worker.ts',
        'audio-worker': 'src/media/convert/audio-worker.ts',
        'rehearsal-process': 'src/backup/rehearsal/rehearsal-process.ts',
        ...Object.fromEntries(commands.map((name) => [name, `scripts/${name}.ts`])),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'main-[name].js', ...serverOutput },
    },
  },
});
