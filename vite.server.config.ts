import { defineConfig } from 'vite';

/** The process itself: `src/main.ts` with all it needs in one file beside the pages' own bundle. */
export default defineConfig({
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/main.ts',
    outDir: 'build/server',
    emptyOutDir: false,
    target: 'node22',
    rollupOptions: { output: { entryFileNames: 'main.js', chunkFileNames: 'main-[name].js' } },
  },
});
