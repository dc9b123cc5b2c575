import { defineConfig } from 'vite';

/** The process itself: `src/main.ts` with all it needs in one file beside the pages' own bundle. */
export default defineConfig({
  define: { 'process.env.NODE_ENV': '"production"' },
  // The renderer of pictures is native, and stays in node_modules.
  ssr: { noExternal: true, external: ['@takumi-rs/core'] },
  build: {
    ssr: 'src/main.ts',
    outDir: 'build/server',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node22',
    rollupOptions: { output: { entryFileNames: 'main.js', chunkFileNames: 'main-[name].js' } },
  },
});
