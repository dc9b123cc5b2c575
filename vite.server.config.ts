import { cpSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** What the server reads from disk at run time: its file looks for them beside itself. */
const dataFolders = ['migrations', 'seed'];

function copyDataFolders(): Plugin {
  return {
    name: 'unspool:copy-data-folders',
    closeBundle() {
      for (const folder of dataFolders)
        cpSync(`src/database/${folder}`, `build/server/${folder}`, { recursive: true });
    },
  };
}

/** The process itself: `src/main.ts` with all it needs in one file beside the pages' own bundle. */
export default defineConfig({
  plugins: [copyDataFolders()],
  define: { 'process.env.NODE_ENV': '"production"' },
  // Native code and the embedded database's own files stay in node_modules.
  ssr: {
    noExternal: true,
    external: ['@takumi-rs/core', '@electric-sql/pglite', 'sharp', 'pg-native'],
  },
  build: {
    ssr: 'src/main.ts',
    outDir: 'build/server',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node22',
    rollupOptions: { output: { entryFileNames: 'main.js', chunkFileNames: 'main-[name].js' } },
  },
});
