import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { browserGuard } from './scripts/browser-guard.ts';
import { clientChunks } from './scripts/client-chunks.ts';
import { editorSubstitutes, lightEditor, lightIcons, zodWithoutEval } from './scripts/light-packages.ts';
import { messageFiles } from './scripts/message-files.ts';
import { messageGuard } from './scripts/message-guard.ts';
import { pageScripts } from './scripts/page-scripts.ts';
import { preactRuntime } from './scripts/preact-runtime.ts';
import { asciiOutput, serverOutput } from './scripts/server-output.ts';
import { serviceWorker } from './scripts/service-worker.ts';

const productionRuntime = { 'process.env.NODE_ENV': JSON.stringify('production') };

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    preactRuntime(),
    lightEditor(),
    lightIcons(),
    reactRouter(),
    browserGuard(),
    messageFiles(),
    messageGuard(),
    pageScripts(),
    serviceWorker(),
    zodWithoutEval(),
    { ...asciiOutput(), applyToEnvironment: ({ name }) => name === 'ssr' },
  ],
  resolve: { alias: editorSubstitutes },
  build: {
    target: 'es2022',
    // Every browser of the target loads modules by itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  // Named here, or development finds them one by one and reloads the page each time.
  optimizeDeps: {
    include: ['@supabase/functions-js', 'react-dom/client', 'react-router', 'react-router/dom', 'zustand'],
    // Icons are imported one by one.
    exclude: ['lucide-react'],
  },
  environments: {
    client: {
      build: {
        rollupOptions: {
          // Otherwise an import that only the server uses would stay, for its side effects.
          treeshake: { moduleSideEffects: [{ test: /\/src\/(?!.*\.css)/, sideEffects: false }] },
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            codeSplitting: clientChunks,
          },
        },
      },
    },
    ssr: {
      // One file of dependencies, built for production: start-up is several times faster than from node_modules.
      ...(command === 'build' && { define: productionRuntime, resolve: { noExternal: true } }),
      build: { rollupOptions: { input: './src/web/handler.ts', output: serverOutput } },
    },
  },
}));
