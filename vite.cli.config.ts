import { chmodSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** What npm links as `unspool` has to be a program of its own. */
function makeProgram(): Plugin {
  return {
    name: 'unspool:make-program',
    writeBundle({ dir = 'build' }) {
      chmodSync(`${dir}/cli.js`, 0o755);
    },
  };
}

/** The command line in one file, so that it starts at once. */
export default defineConfig({
  plugins: [makeProgram()],
  ssr: { noExternal: true },
  build: {
    ssr: 'src/cli.ts',
    outDir: 'build',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node22',
    rollupOptions: {
      output: { entryFileNames: 'cli.js', codeSplitting: false, banner: '#!/usr/bin/env node' },
    },
  },
});
